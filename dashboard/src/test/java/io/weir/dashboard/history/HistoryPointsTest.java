package io.weir.dashboard.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.weir.dashboard.history.History.HistorySeries;
import io.weir.dashboard.live.Selector;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HistoryPointsTest {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final HistoryPoints points =
            new HistoryPoints(new Range(Selector.parse("spectrum"), 0, 10_000, 10_000, 10, Set.of(), 10, false));
    private final ValueSink windows = points.windows();

    @Test
    void unchangedArraysStayAndUnchangedTextsDoNot() {
        for (int second = 1; second <= 4; second++) {
            windows.row("spectrum", Map.of(), second * NANOS_PER_SECOND);
            windows.value("bins", ValueType.TEXT, "[1,2]");
            windows.value("state", ValueType.TEXT, "RUNNING");
        }
        assertThat(points.history("raw", 1_000).texts())
                .extracting(HistorySeries::field, series -> series.points().size())
                .containsExactlyInAnyOrder(tuple("bins", 4), tuple("state", 2));
    }

    @Test
    void lettersAreLimited() {
        String array = "[" + "1,".repeat(HistoryPoints.MOST_LETTERS / 8) + "1]";
        for (int second = 1; second <= 5; second++) {
            windows.row("spectrum", Map.of(), second * NANOS_PER_SECOND);
            windows.value("bins", ValueType.TEXT, array);
        }
        History history = points.history("raw", 1_000);
        assertThat(history.capped()).isTrue();
        assertThat(history.texts().get(0).points()).hasSize(3);
    }
}
