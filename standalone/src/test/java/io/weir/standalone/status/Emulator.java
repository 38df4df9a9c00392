package io.weir.standalone.status;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Emulates as much of a terminal as {@link Screen} needs, to check what a person would see. */
final class Emulator {
    private static final Pattern TOKEN = Pattern.compile("\033\\[(\\??\\d*)([A-Za-z])|\\r?\\n|\\r|[^\033\\r\\n]+");

    private final List<StringBuilder> rows = new ArrayList<>(List.of(new StringBuilder()));
    private int row;
    private int column;

    private Emulator() {}

    /** The rows after this output; fails at an unknown sequence. */
    static List<String> lines(String written) {
        Emulator emulator = new Emulator();
        Matcher token = TOKEN.matcher(written);
        while (token.find()) {
            emulator.take(token);
        }
        return emulator.rows.stream().map(StringBuilder::toString).toList();
    }

    private void take(Matcher token) {
        String text = token.group();
        if (token.group(2) != null) {
            sequence(token.group(1), token.group(2));
        } else if (text.equals("\r")) {
            column = 0;
        } else if (text.endsWith("\n")) {
            row++;
            column = 0;
            if (row == rows.size()) {
                rows.add(new StringBuilder());
            }
        } else {
            StringBuilder line = rows.get(row);
            line.replace(column, Math.min(line.length(), column + text.length()), text);
            column += text.length();
        }
    }

    private void sequence(String number, String command) {
        switch (number + command) {
            case "?7l", "?7h" -> {}
            case "J" -> {
                rows.subList(row + 1, rows.size()).clear();
                rows.get(row).setLength(column);
            }
            default -> {
                if (!command.equals("A")) {
                    throw new AssertionError("not known to this terminal: ESC[" + number + command);
                }
                row -= Integer.parseInt(number);
            }
        }
    }
}
