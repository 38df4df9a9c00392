package io.weir.processing.suppress;

/**
 * Decides whether a value is redundant for a reader that holds another one. Stateless; may be
 * shared by threads.
 */
@FunctionalInterface
public interface Likeness {

    /** Values are alike only if they are spelled alike. */
    Likeness SAME = Value::isSpelledLike;

    /** Whether a reader may keep {@code reference} where {@code value} was sent. */
    boolean isLike(Value reference, Value value);
}
