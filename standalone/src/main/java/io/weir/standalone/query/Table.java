package io.weir.standalone.query;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** Aligned columns of text, for people. */
final class Table {
    private static final String BETWEEN = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final int texts;

    /**
     * @param texts number of columns, from the left, that are texts; the others are numbers, which
     *     end at the same column
     * @param header the first row, which has as many cells as all others
     */
    Table(int texts, List<String> header) {
        this.texts = texts;
        rows.add(header);
    }

    void add(List<String> row) {
        rows.add(row);
    }

    void print(Writer to) throws IOException {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String blanks = " ".repeat(widths[i] - width(row.get(i)));
                line.append(i == 0 ? "" : BETWEEN).append(i < texts ? row.get(i) + blanks : blanks + row.get(i));
            }
            to.write(line.toString().stripTrailing());
            to.write(System.lineSeparator());
        }
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
