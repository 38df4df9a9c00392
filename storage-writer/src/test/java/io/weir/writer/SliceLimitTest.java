package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SliceLimitTest {
    private static final String TEXT = "m t=\"a\nb\" 1\n\n\nm v=2 2\nm v=3 3\n";

    private final SliceLimit limit = new SliceLimit();

    @Test
    void hasNoLimitAtFirst() {
        assertThat(end(0)).isEqualTo(TEXT.length());
    }

    @Test
    void lineIsNeverCutAndNoSliceIsEmpty() {
        limit.tooLarge(2);

        assertThat(end(0)).isEqualTo(TEXT.indexOf("m v=2"));
        assertThat(end(TEXT.indexOf("m v=2"))).isEqualTo(TEXT.indexOf("m v=3"));
        assertThat(end(TEXT.indexOf("m v=3"))).isEqualTo(TEXT.length());
    }

    @Test
    void slicesCoverEveryByteWithinTheLimit() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = IntStream.range(0, 500)
                .mapToObj(i -> "m v=" + "1".repeat(random.nextInt(1, 30)) + " " + i + "\n".repeat(random.nextInt(1, 3)))
                .collect(Collectors.joining())
                .getBytes(UTF_8);
        for (int most : new int[] {1, 50, 500, 5_000}) {
            limit.tooLarge(2 * most);
            int from = 0;
            while (from < bytes.length) {
                int end = limit.end(bytes, from, bytes.length);
                assertThat(end).as("seed %s", seed).isGreaterThan(from);
                assertThat(new String(bytes, from, end - from, UTF_8))
                        .as("seed %s", seed)
                        .endsWith("\n")
                        .startsWith("m");
                assertThat(end - from).as("seed %s", seed).isLessThanOrEqualTo(Math.max(most + 2, 45));
                from = end;
            }
        }
    }

    @Test
    void limitRisesAfterSuccessfulWrites() {
        limit.tooLarge(40);
        assertThat(end(0)).isLessThan(TEXT.length());

        IntStream.range(0, 64).forEach(i -> limit.stored(20));

        assertThat(end(0)).isEqualTo(TEXT.length());
    }

    @Test
    void slowSmallWritesDoNotLowerTheLimit() {
        limit.slow(100);

        assertThat(end(0)).isEqualTo(TEXT.length());
    }

    private int end(int from) {
        return limit.end(TEXT.getBytes(UTF_8), from, TEXT.length());
    }
}
