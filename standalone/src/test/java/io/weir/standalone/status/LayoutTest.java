package io.weir.standalone.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LayoutTest {

    @Test
    void putsPartsSideBySideWhereTheyFit() {
        List<String> parts = List.of("in 1/s", "stored 1/s", "no alarms");

        assertThat(Layout.lines(parts, 80)).containsExactly("in 1/s | stored 1/s | no alarms");
        assertThat(Layout.lines(parts, 31)).containsExactly("in 1/s | stored 1/s | no alarms");
        assertThat(Layout.lines(parts, 30)).containsExactly("in 1/s | stored 1/s", "no alarms");
        assertThat(Layout.lines(parts, 10)).containsExactly("in 1/s", "stored 1/s", "no alarms");
    }

    @Test
    void cutsAPartThatIsLongerThanALine() {
        assertThat(Layout.lines(List.of("0123456789", "ab"), 8)).containsExactly("01234...", "ab");
        assertThat(Layout.lines(List.of("0123456789"), 2)).containsExactly("01");
    }

    @Test
    void noLineIsEverTooLongAndNoPartIsMissing() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            int width = 4 + random.nextInt(100);
            List<String> parts = random.ints(1 + random.nextInt(8), 1, 120)
                    .mapToObj("x"::repeat)
                    .toList();

            List<String> lines = Layout.lines(parts, width);

            assertThat(lines).as("seed %d round %d", seed, round).allMatch(line -> line.length() <= width);
            assertThat(String.join(Layout.BETWEEN, lines).split(" \\| "))
                    .as("seed %d round %d", seed, round)
                    .hasSize(parts.size());
        }
    }
}
