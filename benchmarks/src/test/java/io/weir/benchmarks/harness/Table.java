package io.weir.benchmarks.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows of name, number and remark, printed as Markdown. */
public final class Table {
    private final List<String> rows = new ArrayList<>();

    /** Adds a whole number. */
    public void row(String name, long number, String remark) {
        String grouped = String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
        rows.add(String.format("| %-36s | %14s | %s |", name, grouped, remark));
    }

    /** Adds a number with two decimals. */
    public void row(String name, double number, String remark) {
        rows.add(String.format(Locale.ROOT, "| %-36s | %14.2f | %s |", name, number, remark));
    }

    /** Adds a row without a number; the remark contains the reason. */
    public void row(String name, String remark) {
        rows.add(String.format("| %-36s | %14s | %s |", name, "", remark));
    }

    /** Prints to standard output. */
    public void print(String heading) {
        System.out.printf("| %-36s | %14s | |%n|---|--:|---|%n", heading, "");
        rows.forEach(System.out::println);
    }
}
