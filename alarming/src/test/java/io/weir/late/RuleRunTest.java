package io.weir.late;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.rule.RuleLoader;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Resolution;
import io.weir.query.series.EvaluationException;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** When a rule is due, and when its alarms are unknown, in virtual time. */
class RuleRunTest {
    private static final long CATCH_UP = 60_000;
    private static final long EVERY = 10_000;
    private static final long NOON = 43_200_000;

    private final Rounds rounds =
            new Rounds((matchers, from, to, allowance) -> List.of(), unused -> Resolution.RAW, Limits.DEFAULT);

    @Test
    void failureIsRetriedBeforeTheAlarmsAreUnknown() {
        RuleRun run = run("load > 1", evaluatedAt(NOON));
        assertThat(run.isDue(NOON + EVERY - 1)).isFalse();
        assertThat(run.isDue(NOON + EVERY)).isTrue();
        Supplier<Round> unused = run.attempt(rounds, NOON + EVERY);
        assertThat(run.isDue(NOON + EVERY)).isFalse();
        run.failed("away", false, NOON + EVERY);
        assertThat(run.isFailing()).isTrue();
        assertThat(run.isDue(NOON + EVERY + 4_999)).isFalse();
        assertThat(run.isDue(NOON + EVERY + 5_000)).isTrue();
        assertThat(run.trouble(NOON + EVERY + CATCH_UP)).isEmpty();
        assertThat(run.trouble(NOON + EVERY + CATCH_UP + 1)).isEqualTo("1970-01-01T12:00:00Z: away");

        long late = NOON + EVERY + CATCH_UP + 1;
        Supplier<Round> attempt = run.attempt(rounds, late);
        assertThat(run.skipping()).isEqualTo(1);
        Round round = attempt.get();
        assertThat(round.time()).isEqualTo(NOON + 2 * EVERY);
        run.succeeded(round);
        assertThat(run.isFailing()).isFalse();
        assertThat(run.trouble(late)).isEmpty();
    }

    @Test
    void failureForGoodIsUnknownUntilARound() {
        RuleRun run = run("load > 1", evaluatedAt(NOON));
        Supplier<Round> attempt = run.attempt(rounds, NOON + EVERY);
        run.failed("two results", true, NOON + EVERY);
        assertThat(run.trouble(NOON + EVERY)).isEqualTo("1970-01-01T12:00:00Z: two results");
        run.failed("away", false, NOON + EVERY);
        assertThat(run.trouble(NOON + EVERY)).isEqualTo("1970-01-01T12:00:00Z: away");
        run.succeeded(attempt.get());
        assertThat(run.trouble(NOON + EVERY)).isEmpty();
    }

    @Test
    void wrongQueryHasNoRound() {
        Supplier<Round> attempt = run("raet(load[5m])", Round.NONE).attempt(rounds, NOON);
        assertThatThrownBy(attempt::get).isInstanceOf(EvaluationException.class).hasMessageContaining("raet");
    }

    @Test
    void queryThatWaitsForOthersIsUnknownAfterTheBound() {
        RuleRun run = run("load > 1", evaluatedAt(NOON));
        Supplier<Round> unused = run.attempt(rounds, NOON + EVERY);
        assertThat(run.trouble(NOON + EVERY + CATCH_UP)).isEmpty();
        assertThat(run.trouble(NOON + EVERY + CATCH_UP + 1)).contains("its query is not answered yet");
    }

    @Test
    void alarmsAreKnownAfterAPauseOfTheService() {
        RuleRun run = run("load > 1", evaluatedAt(NOON - 100 * EVERY));
        assertThat(run.isDue(NOON)).isTrue();
        assertThat(run.trouble(NOON + EVERY + CATCH_UP)).isEmpty();
        assertThat(run.trouble(NOON + EVERY + CATCH_UP + 1)).startsWith("1970-01-01T11:43:20Z: ");
    }

    /** Without the catch-up of the newest evaluation, a short pause at midnight would cost a day. */
    @Test
    void newestEvaluationIsMadeUpForThoughItIsOlderThanTheBound() {
        long day = 86_400_000;
        Schedule daily = new Schedule(day, CATCH_UP);
        assertThat(daily.after(0, day + CATCH_UP + 1)).isEqualTo(new Schedule.Due(day, 0));
        assertThat(daily.after(0, 3 * day + CATCH_UP + 1)).isEqualTo(new Schedule.Due(3 * day, 2));
        assertThat(daily.after(day, day + CATCH_UP + 1)).isEqualTo(new Schedule.Due(2 * day, 0));
    }

    @Test
    void clockThatWasSetBackIsATrouble() {
        RuleRun run = run("load > 1", evaluatedAt(NOON + 100 * EVERY));
        assertThat(run.isDue(NOON)).isFalse();
        assertThat(run.trouble(NOON))
                .isEqualTo("1970-01-01T12:16:40Z: this time is in the future: the clock was set" + " back since then");
        assertThat(run.trouble(NOON + 99 * EVERY)).isEmpty();
    }

    @Test
    void troubleIsReportedOnce() {
        RuleRun run = run("load > 1", evaluatedAt(NOON));
        assertThat(run.reports("")).isFalse();
        assertThat(run.reports("away")).isTrue();
        assertThat(run.reports("away")).isFalse();
        assertThat(run.reports("refused")).isTrue();
        run.succeeded(run.attempt(rounds, NOON + EVERY).get());
        // The round reports its end.
        assertThat(run.reports("")).isFalse();
    }

    /** A run that begins at noon. */
    private static RuleRun run(String query, Round last) {
        String text = "version: 1\nlate: [{name: r, query: '" + query + "', every: 10s, delay: 0s}]";
        return new RuleRun(RuleLoader.parse("late.yaml", text).late().get(0), last, CATCH_UP, NOON);
    }

    private static Round evaluatedAt(long time) {
        return new Round(
                time, Collections.emptySortedMap(), Collections.emptySortedMap(), Collections.emptySortedSet());
    }
}
