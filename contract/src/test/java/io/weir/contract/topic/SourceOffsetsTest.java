package io.weir.contract.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceOffsetsTest {
    private final SourceOffsets.Builder builder = new SourceOffsets.Builder();

    @Test
    void countsLeadingLinesUpToAnOffset() {
        for (long offset : new long[] {4711, 4714, 4714, 4719}) {
            builder.add(offset, 0);
        }
        builder.add(4719, 2);
        String text = builder.take();
        assertThat(text).isEqualTo("4711,3*2,5,0.2");
        SourceOffsets offsets = requireNonNull(SourceOffsets.parse(text, 5));
        assertThat(offsets.lines()).isEqualTo(5);
        assertThat(offsets.leading(4710, 9)).isZero();
        assertThat(offsets.leading(4711, 0)).isEqualTo(1);
        assertThat(offsets.leading(4713, 7)).isEqualTo(1);
        assertThat(offsets.leading(4714, 0)).isEqualTo(3);
        assertThat(offsets.leading(4719, 1)).isEqualTo(4);
        assertThat(offsets.leading(4720, 0)).isEqualTo(5);
        assertThat(offsets.lastOffset()).isEqualTo(4719);
        assertThat(offsets.lastChunk()).isEqualTo(2);
        assertThat(offsets).hasToString(text);
    }

    @Test
    void cutPositionsAreUnread() {
        SourceOffsets offsets = requireNonNull(SourceOffsets.parse("10*2,1*4,1", 7));
        SourceOffsets first = offsets.part(0, 4);
        assertThat(first).hasToString("10*2,1*2+");
        assertThat(first.lastOffset()).isEqualTo(10);
        assertThat(first.lines()).isEqualTo(4);
        SourceOffsets second = offsets.part(4, 1);
        assertThat(second).hasToString("11+");
        assertThat(second.lastOffset()).isEqualTo(-1);
        assertThat(second.lastChunk()).isEqualTo(-1);
        SourceOffsets third = offsets.part(5, 2);
        assertThat(third).hasToString("11,1");
        assertThat(third.lastOffset()).isEqualTo(12);
        assertThat(offsets.part(0, 7)).hasToString("10*2,1*4,1");
    }

    @Test
    void readsAndWritesTheHeaders() {
        Headers headers = new RecordHeaders();
        assertThat(SourceOffsets.read(headers)).isNull();
        assertThat(BatchHeaders.origin(headers)).isNull();
        headers.add(BatchHeaders.lines(2)).add(BatchHeaders.origin("t/0/g")).add(SourceOffsets.header("7*2"));
        assertThat(requireNonNull(SourceOffsets.read(headers)).lastOffset()).isEqualTo(7);
        assertThat(BatchHeaders.origin(headers)).isEqualTo("t/0/g");
        headers.add(BatchHeaders.lines(3));
        assertThat(SourceOffsets.read(headers)).as("not of all lines").isNull();
        headers.add(BatchHeaders.origin("x".repeat(601)));
        assertThat(BatchHeaders.origin(headers)).isNull();
        headers.add(BatchHeaders.OFFSETS, "1,".repeat(100_000).getBytes(UTF_8));
        assertThat(SourceOffsets.read(headers)).as("too long").isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "+",
                ",",
                "1,",
                ",1",
                "1,0",
                "1,0.0",
                "1.2,0.1",
                "1.",
                "1*",
                "1*0",
                "-1",
                "1 ",
                "1;1",
                "1,1*2",
                "1*2,1",
                "1234567890123456789",
                "1*99999999999",
                "1.99999999999,1",
                "1++",
                "999999999999999999,x"
            })
    void whatIsMalformedCountsAsAbsent(String text) {
        assertThat(SourceOffsets.parse(text, 2)).isNull();
    }

    @Test
    void readsAnyOffsetsItWrote() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("SourceOffsetsTest: repeat with -Dweir.test.seed=" + seed);
        Random random = new Random(seed);
        for (int run = 0; run < 2_000; run++) {
            List<long[]> places = new ArrayList<>();
            long offset = random.nextInt(10) == 0 ? random.nextLong() >>> 5 : random.nextInt(1_000);
            int chunk = random.nextInt(3);
            int count = 1 + random.nextInt(30);
            for (int i = 0; i < count; i++) {
                builder.add(offset, chunk);
                places.add(new long[] {offset, chunk});
                int dice = random.nextInt(4);
                chunk = dice == 0 ? chunk + 1 + random.nextInt(2) : dice == 1 ? chunk : random.nextInt(2);
                offset += dice < 2 ? 0 : 1 + random.nextInt(5);
            }
            SourceOffsets offsets = requireNonNull(SourceOffsets.parse(builder.take(), count));
            int from = random.nextInt(count);
            SourceOffsets part = offsets.part(from, 1 + random.nextInt(count - from));
            assertThat(SourceOffsets.parse(part.toString(), part.lines())).hasToString(part.toString());
            long[] had = places.get(random.nextInt(count));
            int expected = 0;
            for (int i = from; i < from + part.lines(); i++) {
                long[] place = places.get(i);
                expected += place[0] < had[0] || (place[0] == had[0] && place[1] <= had[1]) ? 1 : 0;
            }
            assertThat(part.leading(had[0], (int) had[1])).isEqualTo(expected);
        }
    }
}
