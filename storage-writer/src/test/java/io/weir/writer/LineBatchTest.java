package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineBatchTest {
    private final LineBatch batch = new LineBatch();

    @Test
    void joinsRecordsWithOneNewlineEach() {
        add("a 1", 0, 7);
        add("b 1\nc 1\n", 1, 3);

        assertThat(text()).isEqualTo("a 1\nb 1\nc 1\n");
        assertThat(batch.lines()).isEqualTo(3);
    }

    @Test
    void tracksTheRecordOfEachByte() {
        add("a 1", 0, 7);
        add("b 1\nc 1\n", 1, 3);
        add("d 1", 0, 8);

        assertThat(batch.sourceOf(0)).isEqualTo("0/7");
        assertThat(batch.sourceOf(3)).isEqualTo("0/7");
        assertThat(batch.sourceOf(4)).isEqualTo("1/3");
        assertThat(batch.sourceOf(11)).isEqualTo("1/3");
        assertThat(batch.sourceOf(12)).isEqualTo("0/8");
    }

    @Test
    void mergesPiecesOfOneRecord() {
        add("a 1", 0, 7);
        add("b 1", 0, 7);
        add("c 1", 0, 8);

        List<Long> ages = new ArrayList<>();
        batch.ages(2_000, ages::add);
        assertThat(ages).containsExactly(993L, 992L);
        assertThat(batch.sourceOf(5)).isEqualTo("0/7");
        assertThat(batch.recordStart(5)).isZero();
        assertThat(batch.recordStart(8)).isEqualTo(8);
    }

    @Test
    void eventAgeIsThatOfTheRecordsLastLine() {
        add("a v=1 1700000000000000001\nb v=2 1700000001000000001\n", 0, 7);
        add("c v=3 -1000000", 0, 8);
        add("d v=1", 0, 9);

        List<Long> ages = new ArrayList<>();
        batch.eventAges(1_700_000_002_000L, ages::add);
        assertThat(ages).containsExactly(1_000L, 1_700_000_002_001L, 1_700_000_002_000L);
    }

    @Test
    void growsAndIsReusable() {
        LineBatch large = new LineBatch();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 300; i++) {
                byte[] record = ("m" + i + "=" + "x".repeat(500)).getBytes(UTF_8);
                large.add(record, 0, record.length, 1, new LineBatch.Origin(i % 5, i, 1_000 + i));
            }
            String text = new String(large.bytes(), 0, large.length(), UTF_8);
            assertThat(text.split("\n")).hasSize(300).allMatch(line -> line.endsWith("x".repeat(500)));
            assertThat(large.sourceOf(text.indexOf("m299="))).isEqualTo("4/299");
            List<Long> ages = new ArrayList<>();
            large.ages(2_000, ages::add);
            assertThat(ages).hasSize(300).startsWith(1_000L, 999L).endsWith(701L);
            large.clear();
            assertThat(large.length()).isZero();
            assertThat(large.lines()).isZero();
        }
    }

    @Test
    void blankingKeepsTheNeighboursInPlace() {
        add("aa 1\nbb 1\ncc 1", 0, 0);

        batch.blank(5, 9);

        assertThat(text()).isEqualTo("aa 1\n\n\n\n\n\ncc 1\n");
    }

    private void add(String record, int partition, long offset) {
        byte[] bytes = record.getBytes(UTF_8);
        batch.add(bytes, 0, bytes.length, -1, new LineBatch.Origin(partition, offset, 1_000 + offset));
    }

    private String text() {
        return new String(batch.bytes(), 0, batch.length(), UTF_8);
    }
}
