package io.weir.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** A table of several columns, printed as Markdown; its first column is text, the others are numbers. */
public final class Grid {
    private final List<String> rows = new ArrayList<>();

    /** The names of the columns. */
    public Grid(String... columns) {
        row((Object[]) columns);
        rows.add("|---|" + "--:|".repeat(columns.length - 1));
    }

    /** A cell for each column. */
    public void row(Object... cells) {
        StringBuilder row = new StringBuilder("|");
        for (Object cell : cells) {
            row.append(' ').append(cell).append(" |");
        }
        rows.add(row.toString());
    }

    /** To standard output. */
    public void print() {
        rows.forEach(System.out::println);
    }
}
