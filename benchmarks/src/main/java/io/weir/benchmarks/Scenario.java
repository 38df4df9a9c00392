package io.weir.benchmarks;

import java.io.IOException;
import java.nio.file.Path;

/** What Weir does with the workload, and by which queries one sees that all of it is done. */
enum Scenario {
    /** Every line is stored as it is. */
    PLAIN("plain.yaml", "cpu_usage", "count()"),
    /** Only means over 1 s are stored, each with the number of its values. */
    MEANS("means.yaml", "cpu_usage_1s", "sum(value_count)");

    private final Path rules;
    private final String table;
    private final String lines;

    Scenario(String rules, String table, String lines) {
        this.rules = Path.of("benchmarks", rules);
        this.table = table;
        this.lines = lines;
    }

    /** The rule file, from the repository's top. */
    Path rules() {
        return rules;
    }

    /** Asks the store, once: between two questions it would have taken in more. */
    Accounting count(WeirProcess weir, Accounting meters) throws IOException, InterruptedException {
        if (weir.query("select count() from tables() where table_name = '" + table + "'")[0] == 0) {
            return meters;
        }
        long[] found = weir.query("select count() rows, cast(" + lines + " as long) lines from " + table);
        return meters.withStore(found[0], found[1]);
    }
}
