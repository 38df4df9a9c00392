package io.weir.dashboard.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.dashboard.history.History.HistorySeries;
import io.weir.dashboard.live.LineName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RoomTest {

    @Test
    void pageAtItsLimitShowsOnlyFollowedSeries() {
        Room room = new Room(Set.of(name("b"), name("d")), 2);
        History shown = room.of(history(List.of("a", "b", "c"), List.of("c", "d")));

        assertThat(shown.series()).extracting(HistorySeries::field).containsExactly("b");
        assertThat(shown.last()).extracting(LastValue::field).containsExactly("d");
        assertThat(shown.more()).isTrue();
    }

    @Test
    void otherSeriesFillTheRemainingRoom() {
        Room room = new Room(Set.of(name("c")), 3);
        History shown = room.of(history(List.of("a", "c"), List.of("a", "b", "c")));

        assertThat(shown.series()).extracting(HistorySeries::field).containsExactly("a", "c");
        assertThat(shown.last()).extracting(LastValue::field).containsExactly("a", "b", "c");
        assertThat(shown.more()).isFalse();
    }

    private static History history(List<String> points, List<String> last) {
        return new History(
                points.stream()
                        .map(field -> new HistorySeries("m", Map.of("host", "x"), field, List.of()))
                        .toList(),
                List.of(),
                last.stream()
                        .map(field -> new LastValue("m", Map.of("host", "x"), field, 1, 1, 0))
                        .toList(),
                "raw",
                1000,
                false,
                false);
    }

    /** As in a stream, with sorted tags. */
    private static LineName name(String field) {
        return new LineName("m", new TreeMap<>(Map.of("host", "x")), field);
    }
}
