package io.weir.gateway.snmp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.exposition.HeldBytes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveRowsTest {
    private final List<String> left = new ArrayList<>();

    @Test
    void aRowLeavesOnceAndMayReturn() {
        HeldBytes memory = new HeldBytes(1000);
        LiveRows rows = new LiveRows(memory);
        assertThat(poll(rows, "a", "\u00fc")).isTrue();
        assertThat(poll(rows, "a")).isTrue();
        assertThat(poll(rows, "a")).isTrue();
        assertThat(left).containsExactly("\u00fc");
        assertThat(poll(rows, "\u00fc", "a")).isTrue();
        rows.endAll(this::leave);
        assertThat(left).containsExactlyInAnyOrder("\u00fc", "\u00fc", "a");
        assertThat(memory.bytes()).isZero();
    }

    @Test
    void aRowThatIsThereTwiceIsKnown() {
        LiveRows rows = new LiveRows(new HeldBytes(1000));
        assertThat(rows.add("xab".getBytes(UTF_8), 1, 2)).isTrue();
        assertThat(rows.add("xab".getBytes(UTF_8), 1, 2)).isFalse();
        assertThat(rows.add("xab".getBytes(UTF_8), 1, 3)).isTrue();
    }

    @Test
    void rowsWithoutMemoryAreForgotten() {
        HeldBytes memory = new HeldBytes(300);
        LiveRows rows = new LiveRows(memory);
        assertThat(poll(rows, "a", "b")).isTrue();
        assertThat(poll(rows, "b", "c", "d")).isFalse();
        assertThat(left).containsExactly("a");
        assertThat(memory.bytes()).isZero();
        assertThat(poll(rows, "e")).isTrue();
        assertThat(left).containsExactly("a");
    }

    private boolean poll(LiveRows rows, String... series) {
        for (String each : series) {
            byte[] bytes = each.getBytes(UTF_8);
            rows.add(bytes, 0, bytes.length);
        }
        return rows.end(this::leave);
    }

    private void leave(byte[] series) {
        left.add(new String(series, UTF_8));
    }
}
