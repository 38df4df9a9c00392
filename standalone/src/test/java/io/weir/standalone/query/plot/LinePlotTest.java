package io.weir.standalone.query.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LinePlotTest {
    private static final int WIDTH = 24;

    /** 20 columns beside labels of 2 characters: 40 dots, 8 dots up. */
    private static final TimeAxis AXIS = new TimeAxis(0, 39, 1, "0", "39");

    private final Samples samples = new Samples();

    @Test
    void risesFromTheBottomLeftToTheTopRight() {
        for (int i = 0; i < 40; i++) {
            samples.add(i, i / 39.0 * 70);
        }
        assertThat(plot(AXIS))
                .containsExactly(
                        "70 ┤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⣀⣀⣀⠤⠤⠔⠒⠒⠊⠉",
                        " 0 ┤⣀⡠⠤⠤⠔⠒⠒⠉⠉⠉⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀",
                        "   └────────────────────",
                        "    0                 39");
    }

    @Test
    void missingStepsAndNanAreGaps() {
        samples.add(0, 0);
        samples.add(1, 0);
        samples.add(3, 0);
        samples.add(4, Double.NaN);
        samples.add(5, 7);
        samples.add(6, Double.POSITIVE_INFINITY);
        assertThat(plot(AXIS).subList(0, 2)).containsExactly("7 ┤⠀⠀⠈⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀", "0 ┤⣀⢀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀");
    }

    @Test
    void connectsSamplesThatAreDotsApart() {
        samples.add(0, 0);
        samples.add(39, 7);
        assertThat(plot(new TimeAxis(0, 39, 39, "0", "39")).subList(0, 2))
                .noneMatch(row -> row.substring(3).matches("⠀+"));
        assertThat(plot(AXIS).subList(0, 2)).allMatch(row -> row.matches(".*⠀{15}.*"));
    }

    @Test
    void aConstantLineIsInTheMiddle() {
        samples.add(0, 5);
        samples.add(39, 5);
        assertThat(plot(new TimeAxis(0, 39, 39, "0", "39")).subList(0, 2))
                .containsExactly("5 ┤⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀", "  │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀");
    }

    @Test
    void extremeValuesFit() {
        samples.add(0, -Double.MAX_VALUE);
        samples.add(39, Double.MAX_VALUE);
        samples.add(400, 0);
        assertThat(plot(AXIS)).hasSize(4);
    }

    @Test
    void withoutAFiniteValueItSaysSo() {
        samples.add(0, Double.NaN);
        assertThat(plot(AXIS)).containsExactly("no finite value");
    }

    @Test
    void aRangeWithoutLengthIsADot() {
        samples.add(5, 1);
        assertThat(plot(new TimeAxis(5, 5, 1, "5", "5")).get(0)).startsWith("1 ┤⡀");
    }

    @Test
    void aNarrowTerminalHasTwentyColumns() {
        samples.add(0, 1);
        assertThat(new LinePlot(3, 2, Double::toString).lines(samples, AXIS).get(2))
                .endsWith("└" + "─".repeat(20));
    }

    private List<String> plot(TimeAxis axis) {
        return new LinePlot(WIDTH, 2, value -> Long.toString(Math.round(value))).lines(samples, axis);
    }
}
