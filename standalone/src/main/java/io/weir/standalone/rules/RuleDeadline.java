package io.weir.standalone.rules;

import static java.util.Objects.requireNonNull;

import io.weir.contract.config.Durations;
import io.weir.contract.config.Mistake;
import io.weir.contract.config.MistakesException;
import io.weir.contract.rule.RulePlace;
import io.weir.contract.rule.RuleProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Limits the time to read and check a rule file, whatever its content. */
final class RuleDeadline {
    /** Ten thousand rules take about a second. */
    static final Duration DEFAULT = Duration.ofMinutes(2);

    private RuleDeadline() {}

    /**
     * Returns the result of {@code work}.
     *
     * @param work reports its position; runs in its own thread, which is abandoned if it exceeds
     * the deadline
     * @throws MistakesException the mistakes that {@code work} throws, or, after the deadline, one
     * that names the current rule
     */
    static <T> T within(Duration longest, Path file, Function<RuleProgress, T> work) {
        RuleProgress progress = new RuleProgress();
        FutureTask<T> task = new FutureTask<>(() -> work.apply(progress));
        Thread thread = new Thread(task, "rules-check");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            progress.giveUp();
            RulePlace at = progress.at();
            throw new MistakesException(List.of(new Mistake(
                    file.toString(),
                    at.line(),
                    at.path(),
                    "could not be checked within " + Durations.format(longest),
                    "write plain names instead of patterns in rules like this, or fewer of them")));
        } catch (ExecutionException e) {
            throw rethrown(requireNonNull(e.getCause()));
        } catch (InterruptedException e) {
            throw new IllegalStateException("only its deadline may end the check of rules", e);
        }
    }

    private static RuntimeException rethrown(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException failed ? failed : new IllegalStateException(cause);
    }
}
