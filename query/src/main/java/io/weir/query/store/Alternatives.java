package io.weir.query.store;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The texts that a regular expression such as {@code flp1\.cern\.ch|flp2} lists. */
public final class Alternatives {
    /** Any other visible ASCII character is itself in a regular expression; so is one of these after a backslash. */
    private static final String SPECIAL = "\\.+*?()|[]{}^$";

    private Alternatives() {}

    /** All texts that match as a whole; empty if the expression does more than list texts. */
    public static List<String> of(String regex) {
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

    /** The regular expression that lists texts. */
    public static String regex(List<String> texts) {
        return texts.stream().map(Alternatives::escaped).collect(Collectors.joining("|"));
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (SPECIAL.indexOf(text.charAt(i)) >= 0) {
                escaped.append('\\');
            }
            escaped.append(text.charAt(i));
        }
        return escaped.toString();
    }
}
