package io.weir.contract.rule.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AggregateFunctionTest {

    @Test
    void aPercentileIsItsQuantile() {
        assertThat(AggregateFunction.of("p99.9").quantile()).isEqualTo(0.999);
        assertThat(AggregateFunction.of("p5").quantile()).isEqualTo(0.05);
        assertThat(AggregateFunction.of("p0.1").quantile()).isEqualTo(0.001);
        assertThat(AggregateFunction.of("median").quantile()).isEqualTo(0.5);
    }

    @Test
    void namesOfResultsAreValidInEveryStore() {
        assertThat(AggregateFunction.of("p99.9").resultField("value")).isEqualTo("value_p99_9");
        assertThat(AggregateFunction.MEDIAN.resultField("value")).isEqualTo("value_median");
        assertThat(AggregateFunction.of("mean").resultField("a b")).isEqualTo("a b_mean");
    }
}
