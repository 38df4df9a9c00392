package io.weir.benchmarks.pipeline;

import io.weir.benchmarks.harness.WeirProcess;
import java.io.IOException;
import java.nio.file.Path;

/** How Weir handles the workload, and the queries that check whether all of it is done. */
enum Scenario {
    /** Stores every line unmodified. */
    PLAIN("plain.yaml", "cpu_usage", "count()"),
    /** Stores only means over 1 s, each with the number of its values. */
    MEANS("means.yaml", "cpu_usage_1s", "sum(value_count)");

    private final Path rules;
    private final String table;
    private final String lines;

    Scenario(String rules, String table, String lines) {
        this.rules = Path.of("benchmarks", rules);
        this.table = table;
        this.lines = lines;
    }

    /** Returns the rule file, relative to the repository. */
    Path rules() {
        return rules;
    }

    /** Queries the store once, since it would contain more at a second query. */
    Accounting count(WeirProcess weir, Accounting meters) throws IOException, InterruptedException {
        if (weir.query("select count() from tables() where table_name = '" + table + "'")[0] == 0) {
            return meters;
        }
        long[] found = weir.query("select count() rows, cast(" + lines + " as long) lines from " + table);
        return meters.withStore(found[0], found[1]);
    }
}
