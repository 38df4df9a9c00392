package io.weir.query.store;

/** How a store spells conditions on tags. */
public interface TagLanguage {
    /** Whether the store can compare the tag. */
    boolean canCompare(String tag);

    /** The condition that a tag has a value. */
    String equal(String tag, String value);

    /** Whether a regular expression of Weir (RE2) matches the same values in the store, without many steps. */
    boolean canMatch(String regex);

    /** The condition that a tag contains a match of a regular expression, in which a dot is any character but a line feed. */
    String matches(String tag, String regex);
}
