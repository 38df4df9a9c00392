package io.weir.standalone.replay;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.contract.rule.RuleFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Determines from a recording which results of {@code aggregate} are integers because their inputs
 * are: those of {@code sum}, {@code last} and others, but not of {@code count}.
 */
public final class IntegerTrial {
    private IntegerTrial() {}

    /**
     * The rules with such results, in the order of the file.
     *
     * @param recording line protocol with timestamps in nanoseconds; read once
     */
    public static List<IntegerResults> of(String recording, RuleFile rules) throws IOException {
        RuleFile all = rules.withoutFilters();
        List<IntegerResults> results = Stream.concat(
                        all.aggregate().stream().map(IntegerResults::new),
                        all.groups().stream().flatMap(IntegerResults::ofFunctions))
                .toList();
        Scan scan = new Scan(results);
        try (VirtualWeir weir = VirtualWeir.of(all, Set.of(Output.STORAGE), (from, value, lines) -> scan.read(value))) {
            Playback.play(recording, all, weir);
        }
        return results.stream().filter(each -> !each.fields().isEmpty()).toList();
    }

    /** Inspects stored lines. */
    private static final class Scan {
        private final List<IntegerResults> results;
        private final Map<String, List<IntegerResults>> byMeasurement = new HashMap<>();
        private final LineReader line = new LineReader();

        Scan(List<IntegerResults> results) {
            this.results = results;
        }

        void read(byte[] lines) {
            line.wrap(lines, 0, lines.length);
            while (line.next()) {
                String measurement = Series.parse(lines, line.seriesStart(), line.seriesEnd())
                        .measurement();
                List<IntegerResults> made = byMeasurement.computeIfAbsent(measurement, this::madeAs);
                for (int field = 0; !made.isEmpty() && field < line.fieldCount(); field++) {
                    if (line.fieldType(field) == FieldType.INTEGER) {
                        String key = line.fieldKey(field);
                        made.forEach(each -> each.see(key));
                    }
                }
            }
        }

        private List<IntegerResults> madeAs(String measurement) {
            return results.stream().filter(each -> each.mayBe(measurement)).toList();
        }
    }
}
