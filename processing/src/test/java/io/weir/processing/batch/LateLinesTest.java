package io.weir.processing.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.processing.time.LogClock;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LateLinesTest {

    private final LateLines late = new LateLines(3);

    @Test
    void theLimitIsForASecondOfLogTime() {
        assertThat(stored(10_000, 2)).containsExactly(0, 1);
        assertThat(stored(10_999, 3)).containsExactly(0);
        assertThat(late.rejected().stream()).containsExactly(1, 2);
        assertThat(stored(11_000, 5)).containsExactly(0, 1, 2);
    }

    @Test
    void theFieldsOfALineAreStoredTogether() {
        late.begin(0);
        for (int field = 0; field < 20; field++) {
            late.store(field / 5, field);
        }
        assertThat(IntStream.range(0, 25).filter(late::isStored)).containsExactlyElementsOf(range(0, 15));
        assertThat(late.rejected().stream()).containsExactly(3);
    }

    @Test
    void theLimitAlsoAppliesWhileLogTimeIsUnknown() {
        assertThat(stored(LogClock.UNKNOWN, 2)).hasSize(2);
        assertThat(stored(LogClock.UNKNOWN, 2)).hasSize(1);
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    /** The stored lines of a record whose lines have one field each. */
    private List<Integer> stored(long logMillis, int lines) {
        late.begin(logMillis);
        range(0, lines).forEach(line -> late.store(line, line));
        return range(0, lines).stream().filter(late::isStored).toList();
    }
}
