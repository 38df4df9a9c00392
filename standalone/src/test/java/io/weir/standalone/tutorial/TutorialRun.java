package io.weir.standalone.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader who follows the page, in a directory that contains only {@code ./weir}. */
class TutorialRun {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Duration WITHIN = Duration.ofMinutes(2);
    /** For commands that stay, because the first one builds. */
    private static final Duration UP_WITHIN = Duration.ofMinutes(5);

    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    @TempDir
    private Path directory = Path.of("");

    private @Nullable Terminal staying;

    @Test
    void everyCommandPrintsTheOutputOfThePage() throws IOException {
        Files.createSymbolicLink(directory.resolve("weir"), ROOT.resolve("weir"));
        for (Step step : Page.steps(Files.readString(ROOT.resolve("docs/tutorial.md")))) {
            System.out.print(step.place() + "\n" + step.commands());
            follow(step);
        }
    }

    private void follow(Step step) {
        switch (step.manner()) {
            case ONCE -> once(step);
            case AGAIN -> again(step);
            case CTRL_C -> shows(step, WITHIN).close();
            case STAYS -> {
                endStaying();
                staying = shows(step, UP_WITHIN);
            }
        }
    }

    private void once(Step step) {
        try (Terminal terminal = Terminal.type(directory, step.commands())) {
            awaitEnd(step, terminal);
            if (step.expected().isPresent()) {
                assertThat(step.expected().get().isAllOf(terminal.printed()))
                        .as(story(step, terminal.printed()))
                        .isTrue();
            } else {
                assertThat(terminal.hasSucceeded())
                        .as(story(step, terminal.printed()))
                        .isTrue();
            }
        }
    }

    private void again(Step step) {
        Expected expected = step.expected().orElseThrow();
        long deadlineNanos = deadlineNanos(WITHIN);
        String printed = "";
        while (!expected.isAllOf(printed)) {
            failAfter(deadlineNanos, step, printed);
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
            try (Terminal terminal = Terminal.type(directory, step.commands())) {
                awaitEnd(step, terminal);
                printed = terminal.printed();
            }
        }
    }

    private Terminal shows(Step step, Duration within) {
        Expected expected = step.expected().orElseThrow();
        long deadlineNanos = deadlineNanos(within);
        Terminal terminal = Terminal.type(directory, step.commands());
        while (!expected.isBeginningOf(terminal.printed())) {
            if (terminal.hasEnded() || System.nanoTime() > deadlineNanos) {
                String printed = terminal.printed();
                terminal.close();
                throw new AssertionError(story(step, printed));
            }
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
        return terminal;
    }

    private static void awaitEnd(Step step, Terminal terminal) {
        long deadlineNanos = deadlineNanos(WITHIN);
        while (!terminal.hasEnded()) {
            failAfter(deadlineNanos, step, terminal.printed() + "\nand it goes on");
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
    }

    private static void failAfter(long deadlineNanos, Step step, String printed) {
        if (System.nanoTime() > deadlineNanos) {
            throw new AssertionError(story(step, printed));
        }
    }

    private static long deadlineNanos(Duration within) {
        return System.nanoTime() + within.toNanos();
    }

    private static String story(Step step, String printed) {
        return step.place() + "\n" + step.commands() + "should have printed\n"
                + step.expected().map(Expected::text).orElse("whatever, without an error\n") + "but it was\n" + printed;
    }

    /** Also runs after a failed step. */
    @AfterEach
    void endStaying() {
        Terminal open = staying;
        staying = null;
        if (open != null) {
            open.close();
        }
    }
}
