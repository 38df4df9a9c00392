package io.weir.contract.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReplacementBudgetTest {

    private final ReplacementBudget budget = new ReplacementBudget(2, Duration.ofNanos(100));

    @Test
    void refusesOneTooManyWithinTheWindow() {
        assertThat(budget.take(0)).isTrue();
        assertThat(budget.take(50)).isTrue();
        assertThat(budget.take(99)).isFalse();
    }

    @Test
    void allowsAgainOnceTheOldestIsOutOfTheWindow() {
        budget.take(0);
        budget.take(50);

        assertThat(budget.take(100)).isTrue();
        assertThat(budget.take(149)).isFalse();
        assertThat(budget.take(150)).isTrue();
    }

    @Test
    void standsAClockThatBeginsBelowZero() {
        assertThat(budget.take(Long.MIN_VALUE)).isTrue();
        assertThat(budget.take(Long.MIN_VALUE + 1)).isTrue();
        assertThat(budget.take(Long.MIN_VALUE + 2)).isFalse();
    }
}
