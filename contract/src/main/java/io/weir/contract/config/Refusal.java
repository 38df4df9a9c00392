package io.weir.contract.config;

/**
 * Thrown by a value that validates itself (a record's constructor, a parser of a text), with the
 * reason.
 *
 * <p>It contains no file and no line: {@link YamlSection} catches it and makes a {@link Mistake} at
 * the right place.
 */
public final class Refusal extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private static final int SHOWN = 60;

    private final String key;
    private final String wrong;
    private final String meant;

    /** @param key the invalid part, such as {@code clear}; empty for the whole value */
    public Refusal(String key, String wrong, String meant) {
        super((key.isEmpty() ? "" : key + ": ") + wrong + (meant.isEmpty() ? "" : "; " + meant));
        this.key = key;
        this.wrong = wrong;
        this.meant = meant;
    }

    public Refusal(String wrong, String meant) {
        this("", wrong, meant);
    }

    public String key() {
        return key;
    }

    public String wrong() {
        return wrong;
    }

    public String meant() {
        return meant;
    }

    /** A user's text, quoted for a message: one line of at most 60 characters. */
    public static String quote(String text) {
        return '"' + oneLine(text) + '"';
    }

    static String oneLine(String text) {
        StringBuilder line = new StringBuilder();
        text.chars().limit(SHOWN).forEach(c -> line.append(Character.isISOControl(c) ? '\uFFFD' : (char) c));
        return text.length() > SHOWN ? line.append('…').toString() : line.toString();
    }
}
