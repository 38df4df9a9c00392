package io.weir.dashboard.signin;

/** Texts of others, for the log and for pages. */
final class ForeignText {
    private ForeignText() {}

    /**
     * The text in one line: characters that would forge lines, control a terminal or change the
     * order of others become spaces.
     */
    static String inOneLine(String text) {
        StringBuilder line = new StringBuilder();
        text.codePoints().forEach(c -> line.appendCodePoint(isHarmless(c) ? c : ' '));
        return line.toString();
    }

    private static boolean isHarmless(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
