package io.weir.query.store;

import java.util.ArrayList;
import java.util.List;

/** The texts that a regular expression such as {@code flp1\.cern\.ch|flp2} lists. */
final class Alternatives {
    /** Any other visible ASCII character is itself in a regular expression; so is one of these after a backslash. */
    private static final String SPECIAL = "\\.+*?()|[]{}^$";

    private Alternatives() {}

    /** All texts that match as a whole; empty if the expression does more than list texts. */
    static List<String> of(String regex) {
        List<String> texts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < regex.length(); i++) {
            char c = regex.charAt(i);
            if (c == '|') {
                texts.add(text.toString());
                text.setLength(0);
            } else if (c == '\\' && i + 1 < regex.length() && SPECIAL.indexOf(regex.charAt(i + 1)) >= 0) {
                text.append(regex.charAt(++i));
            } else if (c >= ' ' && c <= '~' && SPECIAL.indexOf(c) < 0) {
                text.append(c);
            } else {
                return List.of();
            }
        }
        texts.add(text.toString());
        return texts;
    }
}
