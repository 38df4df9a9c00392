package io.weir.dashboard.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.dashboard.live.Lags.Progress;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LagsTest {
    private final Lags lags = new Lags();

    @Test
    void lagIsTheTimeToWriteUnfinishedRecords() {
        for (int second = 0; second <= 120; second += 5) {
            lags.take(
                    second * 1_000L,
                    Map.of(
                            "writer", new Progress(second * 6L, second * 10L, true),
                            "alarming", new Progress(40, 40, false)));
        }
        assertThat(lags.view(121_000))
                .containsExactly(new Lag("alarming", 0, null, false), new Lag("writer", 480, 48.0, true));
    }

    @Test
    void newOrRecreatedTopicHasNoTime() {
        lags.take(0, Map.of("writer", new Progress(900, 1_000, true)));
        lags.take(5_000, Map.of("writer", new Progress(1, 3, true), "notifier", new Progress(7, 9, true)));
        assertThat(lags.view(5_000))
                .containsExactly(new Lag("notifier", 2, null, true), new Lag("writer", 2, null, true));
    }

    @Test
    void lagsAreEmptyWithoutRecentProgress() {
        assertThat(lags.view(0)).isEmpty();
        lags.take(1_000, Map.of("writer", new Progress(1, 1, true)));
        assertThat(lags.view(62_000)).isEmpty();
    }
}
