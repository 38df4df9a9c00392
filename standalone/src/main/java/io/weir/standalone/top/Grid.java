package io.weir.standalone.top;

import io.weir.standalone.topic.TerminalText;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** Aligned columns of text under a heading. */
final class Grid {
    private static final String BETWEEN = "  ";
    private static final String CUT = "…";

    private final List<Column> columns;
    private final List<List<Cell>> rows = new ArrayList<>();

    /**
     * A column.
     *
     * @param isNumber whether its texts end at the same place
     * @param widest a longer text is cut
     */
    record Column(String title, boolean isNumber, int widest) {
        static Column text(String title, int widest) {
            return new Column(title, false, widest);
        }

        static Column number(String title) {
            return new Column(title, true, Integer.MAX_VALUE);
        }
    }

    record Cell(String text, Tone tone) {
        static Cell plain(String text) {
            return new Cell(text, Tone.PLAIN);
        }
    }

    Grid(List<Column> columns) {
        this.columns = columns;
        rows.add(columns.stream()
                .map(column -> new Cell(column.title(), Tone.HEADING))
                .toList());
    }

    /** Adds a row, with a cell for each column. */
    void add(List<Cell> row) {
        rows.add(row);
    }

    /** The number of rows, without the heading. */
    int size() {
        return rows.size() - 1;
    }

    /** The heading and all rows. No line exceeds {@code width}. */
    List<AttributedString> lines(int width, boolean hasColours) {
        return lines(0, size(), width, hasColours);
    }

    /**
     * The heading and some rows. The columns have the same places whatever rows are chosen.
     *
     * @param from the first row
     * @param to the row after the last
     */
    List<AttributedString> lines(int from, int to, int width, boolean hasColours) {
        int[] widths = widths();
        List<AttributedString> lines = new ArrayList<>();
        lines.add(line(rows.get(0), widths, width, hasColours));
        for (List<Cell> row : rows.subList(from + 1, to + 1)) {
            lines.add(line(row, widths, width, hasColours));
        }
        return lines;
    }

    private int[] widths() {
        int[] widths = new int[columns.size()];
        for (List<Cell> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(
                        widths[i],
                        Math.min(width(row.get(i).text()), columns.get(i).widest()));
            }
        }
        return widths;
    }

    private static int width(String text) {
        return TerminalText.isPlain(text) ? text.length() : new AttributedString(text).columnLength();
    }

    private AttributedString line(List<Cell> row, int[] widths, int width, boolean hasColours) {
        AttributedStringBuilder line = new AttributedStringBuilder();
        for (int i = 0; i < widths.length; i++) {
            AttributedString text = cut(
                    new AttributedString(row.get(i).text(), row.get(i).tone().style(hasColours)), widths[i]);
            String blanks = " ".repeat(widths[i] - text.columnLength());
            line.append(i == 0 ? "" : BETWEEN);
            if (columns.get(i).isNumber()) {
                line.append(blanks).append(text);
            } else {
                line.append(text).append(i == widths.length - 1 ? "" : blanks);
            }
        }
        return cut(line.toAttributedString(), width);
    }

    /** A line of text in one tone. */
    static AttributedString line(String text, Tone tone, int width, boolean hasColours) {
        return cut(new AttributedString(text, tone.style(hasColours)), width);
    }

    /** The text, or its begin and a sign that it continues. */
    private static AttributedString cut(AttributedString text, int width) {
        return text.columnLength() <= width
                ? text
                : AttributedString.join(
                        AttributedString.EMPTY,
                        text.columnSubSequence(0, Math.max(0, width - 1)),
                        new AttributedString(width > 0 ? CUT : ""));
    }
}
