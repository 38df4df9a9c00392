package io.weir.gateway.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LineCutterTest {
    private static final int MOST = 5;

    private final List<String> lines = new ArrayList<>();
    private final List<Integer> ends = new ArrayList<>();
    private int base;

    private final LineCutter.Lines target = new LineCutter.Lines() {
        @Override
        public void line(byte[] bytes, int from, int to, int end) {
            lines.add(new String(bytes, from, to - from, UTF_8));
            ends.add(base + end);
        }

        @Override
        public void tooLong(byte[] bytes, int from, int to) {
            lines.add("long " + new String(bytes, from, to - from, UTF_8));
        }
    };

    @Test
    void theLinesDoNotDependOnThePartsOfTheStream() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        byte[] stream = "a\n\nabcde\nabcdef\nb\n0123456789abcdef\n\nabcde\nc\nrest".getBytes(UTF_8);
        for (int i = 0; i < 1000; i++) {
            lines.clear();
            ends.clear();
            base = 0;
            LineCutter cutter = new LineCutter(MOST);
            while (base < stream.length) {
                int length = Math.min(stream.length - base, 1 + random.nextInt(i % 20 + 1));
                byte[] part = new byte[length];
                System.arraycopy(stream, base, part, 0, length);
                cutter.take(part, 0, length, target);
                base += length;
            }
            assertThat(lines)
                    .as("seed " + seed)
                    .containsExactly("a", "", "abcde", "long abcde", "b", "long 01234", "", "abcde", "c");
            assertThat(ends).as("seed " + seed).containsExactly(2, 3, 9, 18, 36, 42, 44);
            assertThat(cutter.hasUnfinished()).isTrue();
        }
    }

    @Test
    void theRestIsTheLastLineOrForgotten() {
        LineCutter cutter = new LineCutter(MOST);
        byte[] bytes = "a\nb".getBytes(UTF_8);
        cutter.take(bytes, 0, 3, target);
        cutter.finish(target);
        cutter.take(bytes, 0, 3, target);
        cutter.restart();
        cutter.take(bytes, 0, 3, target);
        cutter.finish(target);
        cutter.finish(target);
        assertThat(lines).containsExactly("a", "b", "a", "a", "b");
    }
}
