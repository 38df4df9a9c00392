package io.weir.benchmarks.harness;

import java.util.ArrayList;
import java.util.List;

/** A Markdown table of several columns; the first one contains text, the others numbers. */
public final class Grid {
    private final List<String> rows = new ArrayList<>();

    /** Creates the table with these column names. */
    public Grid(String... columns) {
        row((Object[]) columns);
        rows.add("|---|" + "--:|".repeat(columns.length - 1));
    }

    /** Adds a row with a cell for each column. */
    public void row(Object... cells) {
        StringBuilder row = new StringBuilder("|");
        for (Object cell : cells) {
            row.append(' ').append(cell).append(" |");
        }
        rows.add(row.toString());
    }

    /** Prints to standard output. */
    public void print() {
        rows.forEach(System.out::println);
    }
}
