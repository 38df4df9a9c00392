package io.weir.query.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.LastSink;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.TierWindows;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.query.series.WindowQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WindowTablesTest {
    private static final Duration TIME = Duration.ofMinutes(1);
    private static final Duration TAKEN = Duration.ofMillis(2);
    private static final long TIER_MILLIS = 300_000;
    private static final ValueSink IGNORING = new ValueSink() {
        @Override
        public void row(String measurement, Map<String, String> tags, long nanos) {}

        @Override
        public void value(String field, ValueType type, String text) {}
    };

    private final List<String> read = new ArrayList<>();
    private final List<Duration> limits = new ArrayList<>();

    /** A table with two parts, of which the first one has more windows than a limit; each takes its time. */
    private final class TwoParts extends WindowTables<String> {
        TwoParts() {
            super(NanoTimes.FIRST_MILLI, NanoTimes.LAST_MILLI);
        }

        @Override
        public boolean hasTiers() {
            return true;
        }

        @Override
        protected List<String> tables(CatalogueQuery query, Allowance allowance, Deadline deadline) {
            return List.of("table");
        }

        @Override
        protected List<String> partsForWindows(String table, boolean isWeighted) {
            return isWeighted ? List.of("first", "second") : List.of(table);
        }

        @Override
        protected boolean readWindowsOf(
                String table, TableQuery statement, WindowQuery query, long step, ValueSink sink) {
            read.add(table);
            limits.add(statement.within());
            long beginNanos = System.nanoTime();
            while (System.nanoTime() - beginNanos < TAKEN.toNanos()) {
                Thread.onSpinWait();
            }
            return !table.equals("first");
        }

        @Override
        protected Stream<String> metricsOf(String table) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void readSamples(String table, TableQuery query, FoundSeries found) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void readLabels(String table, TableQuery query, FoundLabels found) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void readValues(String table, TableQuery query, ValueSink sink) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void readLastOf(String table, TableQuery statement, WindowQuery query, LastSink sink) {
            throw new UnsupportedOperationException();
        }
    }

    private boolean readWindows(long step) {
        WindowQuery query = new WindowQuery(
                List.of(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, "load")),
                0,
                10 * TIER_MILLIS,
                WindowQuery.ALL_TYPES,
                1,
                1,
                Optional.of(new TierWindows("m5", TIER_MILLIS)));
        return new TwoParts().readWindows(query, step, TIME, IGNORING);
    }

    @Test
    void partsOfWeightedMeansShareTheTime() {
        assertThat(readWindows(2 * TIER_MILLIS)).isFalse();
        assertThat(read).containsExactly("first", "second");
        assertThat(limits.get(0)).isLessThanOrEqualTo(TIME);
        assertThat(limits.get(1)).isLessThanOrEqualTo(limits.get(0).minus(TAKEN));
    }

    @Test
    void windowsOfATierAreReadTogetherAsTheyAre() {
        assertThat(readWindows(TIER_MILLIS)).isTrue();
        assertThat(read).containsExactly("table");
    }
}
