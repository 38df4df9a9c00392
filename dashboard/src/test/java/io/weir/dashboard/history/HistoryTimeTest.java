package io.weir.dashboard.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.dashboard.live.Selector;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.LastSink;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.query.series.WindowQuery;
import io.weir.query.series.WindowStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How the parts of a history share its time. */
class HistoryTimeTest {
    private static final long START = 1_700_000_000_000L;

    /** Its windows never end; it has a point and a last value. */
    private static final class EndlessStore implements WindowStore {
        private Duration ofWindows = Duration.ZERO;

        @Override
        public boolean readWindows(WindowQuery query, long step, Duration time, ValueSink sink) {
            ofWindows = time;
            sink.row("cpu", Map.of(), START * 1_000_000);
            sink.value("load", ValueType.FLOAT, "1.0");
            throw new EvaluationException(Reason.TIMEOUT, "too late");
        }

        @Override
        public void readLast(WindowQuery query, Duration time, LastSink sink) {
            sink.last("cpu", Map.of(), "load", 2, START, 0);
        }

        @Override
        public boolean findsLastFast() {
            return true;
        }
    }

    private static Range range(boolean withLast) {
        return new Range(Selector.parse("cpu"), START, START + 60_000, START + 60_000, 60, Set.of(), 10, withLast);
    }

    @Test
    void lastValuesHaveTimeAfterWindows() throws Exception {
        EndlessStore store = new EndlessStore();
        WindowHistory history = new WindowHistory(store, () -> new HistoryTiers(List.of(), Duration.ZERO));
        History found = history.read(range(true));
        assertThat(found.last()).hasSize(1);
        assertThat(found.capped()).isTrue();
        assertThat(store.ofWindows).isLessThanOrEqualTo(Duration.ofSeconds(8));
        history.read(range(false));
        assertThat(store.ofWindows).isGreaterThan(Duration.ofSeconds(8));
    }
}
