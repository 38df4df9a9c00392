package io.weir.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows of name, number and remark, printed as Markdown. */
final class Table {
    private final List<String> rows = new ArrayList<>();

    void row(String name, long number, String remark) {
        rows.add(String.format(Locale.ROOT, "| %-36s | %,14d | %s |", name, number, remark)
                .replace(',', ' '));
    }

    void row(String name, double number, String remark) {
        rows.add(String.format(Locale.ROOT, "| %-36s | %14.2f | %s |", name, number, remark));
    }

    /** To standard output. */
    void print(String heading) {
        System.out.printf("| %-36s | %14s | |%n|---|--:|---|%n", heading, "");
        rows.forEach(System.out::println);
    }
}
