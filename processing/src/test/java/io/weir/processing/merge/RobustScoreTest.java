package io.weir.processing.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RobustScoreTest {

    @Test
    void scoresByTheMedianDistance() {
        assertThat(RobustScore.of(new double[] {9, 10, 11, 12, 60}))
                .containsExactly(new double[] {-1.349, -0.6745, 0, 0.6745, 33.0505}, within(1e-9));
    }

    @Test
    void anEvenNumberOfPeersHasItsMedianInBetween() {
        assertThat(RobustScore.of(new double[] {1, 3})).containsExactly(-0.6745, 0.6745);
    }

    /** Distances are 0, 0, 0, 8: their median is 0, their mean 2. */
    @Test
    void theMeanDistanceReplacesAZeroMedian() {
        double[] scores = RobustScore.of(new double[] {5, 5, 13, 5});

        assertThat(scores).containsExactly(new double[] {0, 0, 8 / (1.253314 * 2), 0}, within(1e-9));
    }

    @Test
    void equalValuesScoreZero() {
        assertThat(RobustScore.of(new double[] {5, 5, 5})).containsExactly(0, 0, 0);
        assertThat(RobustScore.of(new double[] {5})).containsExactly(0);
        assertThat(RobustScore.of(new double[0])).isEmpty();
    }
}
