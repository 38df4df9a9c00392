package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BodyTest {
    private final Body body = new Body(5, 1_000);

    @Test
    void joinsBatchesWithOneNewlineEach() {
        add("a 1", 0, 7);
        add("b 1\nc 1\n", 1, 3);

        assertThat(text()).isEqualTo("a 1\nb 1\nc 1\n");
        assertThat(body.lines()).isEqualTo(3);
        assertThat(body.nextOffsets()).isEqualTo(Map.of(0, 8L, 1, 4L));
    }

    @Test
    void knowsWhereEachByteCameFrom() {
        add("a 1", 0, 7);
        add("b 1\nc 1\n", 1, 3);
        add("d 1", 0, 8);

        assertThat(body.sourceOf(0)).isEqualTo("0/7");
        assertThat(body.sourceOf(3)).isEqualTo("0/7");
        assertThat(body.sourceOf(4)).isEqualTo("1/3");
        assertThat(body.sourceOf(11)).isEqualTo("1/3");
        assertThat(body.sourceOf(12)).isEqualTo("0/8");
    }

    @Test
    void tickMovesTheOffsetOnly() {
        add("", 2, 41);

        assertThat(body.isEmpty()).isFalse();
        assertThat(body.length()).isZero();
        body.ages(2_000, age -> {
            throw new AssertionError("a tick has nothing that reaches the store");
        });
        assertThat(body.nextOffsets()).isEqualTo(Map.of(2, 42L));
    }

    @Test
    void isFullByLinesOrBytes() {
        add("a\nb\nc\nd", 0, 0);
        assertThat(body.isFull()).isFalse();
        add("e", 0, 1);
        assertThat(body.isFull()).isTrue();

        body.clear();
        assertThat(body.isFull()).isFalse();
        add("x".repeat(1_000), 0, 2);
        assertThat(body.isFull()).isTrue();
    }

    @Test
    void growsOverItsFirstCapacityAndIsReusable() {
        Body large = new Body(1_000_000, 1 << 24);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 300; i++) {
                large.add(("m" + i + "=" + "x".repeat(500)).getBytes(UTF_8), 1, i % 5, i, 1_000 + i);
            }
            String text = new String(large.bytes(), 0, large.length(), UTF_8);
            assertThat(text.split("\n")).hasSize(300).allMatch(line -> line.endsWith("x".repeat(500)));
            assertThat(large.sourceOf(text.indexOf("m299="))).isEqualTo("4/299");
            List<Long> ages = new ArrayList<>();
            large.ages(2_000, ages::add);
            assertThat(ages).hasSize(300).startsWith(1_000L, 999L).endsWith(701L);
            large.clear();
            assertThat(large.isEmpty()).isTrue();
        }
    }

    @Test
    void blankedLineLeavesItsNeighboursInPlace() {
        add("aa 1\nbb 1\ncc 1", 0, 0);

        body.blank(5, 9);

        assertThat(text()).isEqualTo("aa 1\n\n\n\n\n\ncc 1\n");
    }

    private void add(String batch, int partition, long offset) {
        body.add(batch.getBytes(UTF_8), -1, partition, offset, 1_000 + offset);
    }

    private String text() {
        return new String(body.bytes(), 0, body.length(), UTF_8);
    }
}
