package io.weir.standalone.top;

import io.weir.standalone.status.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.KeyEvent;

/** Shows the farm: once or continuously, for people or for programs. */
public final class Top {
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    /** A person sees soon that a service does not answer. */
    private static final Duration LIVE_ANSWER_WITHIN = Duration.ofSeconds(3);
    /** A program gets the answer of a busy service. */
    private static final Duration PRINTED_ANSWER_WITHIN = Duration.ofSeconds(10);

    private static final int OK = 0;
    private static final int NO_ANSWER = 1;
    /** A screen that is printed has at most this many lines. */
    private static final int PRINTED_LINES = 60;
    /** Output that is not for a terminal is not cut. */
    private static final int UNLIMITED = 10_000;

    private final Targets targets;
    private final Duration every;
    private final Map<String, String> environment;

    /**
     * @param every time between two rounds of requests
     * @param environment of the terminal
     */
    public Top(Targets targets, Duration every, Map<String, String> environment) {
        this.targets = targets;
        this.every = every;
        this.environment = environment;
    }

    /**
     * Prints one screen, or one line of JSON, with the rates between two rounds.
     *
     * @return the exit code: 1 if nothing answers
     */
    public int once(boolean isJson, PrintWriter out, PrintWriter errors) throws InterruptedException {
        try (FarmClient client = new FarmClient(targets, PRINTED_ANSWER_WITHIN, Clock.systemUTC())) {
            History history = new History(targets);
            Snapshot snapshot = history.next(client.ask());
            if (snapshot.isAnswered()) {
                TimeUnit.MILLISECONDS.sleep(every.toMillis());
                snapshot = history.next(client.ask());
            }
            if (!snapshot.isAnswered()) {
                snapshot.notes().forEach(errors::println);
                if (snapshot.dashboard() instanceof DashboardAnswer.Failure failure) {
                    errors.println("no dashboard answers at " + targets.dashboard() + ": " + failure.reason());
                }
                return NO_ANSWER;
            }
            if (isJson) {
                out.println(SnapshotJson.line(snapshot));
            } else {
                new Screen(printedWidth(), PRINTED_LINES, false)
                        .printed(snapshot)
                        .forEach(line -> out.println(line.toString().stripTrailing()));
            }
            out.flush();
            return OK;
        }
    }

    private int printedWidth() {
        return Terminal.isInteractive(environment) ? Terminal.width(environment) : UNLIMITED;
    }

    /** Prints a line of JSON for each round, until the reader closes the stream. */
    public int stream(PrintWriter out) throws InterruptedException {
        try (FarmClient client = new FarmClient(targets, PRINTED_ANSWER_WITHIN, Clock.systemUTC())) {
            History history = new History(targets);
            while (!out.checkError()) {
                out.println(SnapshotJson.line(history.next(client.ask())));
                out.flush();
                TimeUnit.MILLISECONDS.sleep(every.toMillis());
            }
            return OK;
        }
    }

    /**
     * Shows the live view until the user ends it.
     *
     * @return the exit code: 0 after q, else that of the signal
     */
    public int live() throws InterruptedException {
        boolean hasColours = environment.getOrDefault("NO_COLOR", "").isEmpty();
        try (FarmClient client = new FarmClient(targets, LIVE_ANSWER_WITHIN, Clock.systemUTC());
                Sampler sampler = new Sampler(client, new History(targets), every);
                LiveTerminal terminal = LiveTerminal.open()) {
            ViewState state = ViewState.START;
            Optional<Snapshot> shown = Optional.empty();
            while (!state.isEnded() && terminal.ending().isEmpty()) {
                Optional<KeyEvent> key = terminal.key(LOOK_EVERY);
                Optional<Snapshot> latest = sampler.latest();
                boolean isChanged = terminal.isResized() || key.isPresent() || !latest.equals(shown);
                if (!latest.equals(shown)) {
                    state = state.in(entries(latest, state));
                }
                if (key.isPresent()) {
                    state = state.after(key.get(), entries(latest, state));
                }
                if (isChanged) {
                    Screen screen = new Screen(terminal.columns(), terminal.rows(), hasColours);
                    terminal.show(latest.isEmpty() ? screen.waiting() : screen.live(latest.get(), state));
                    shown = latest;
                }
            }
            return terminal.ending().orElse(OK);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> entries(Optional<Snapshot> snapshot, ViewState state) {
        return snapshot.map(known -> Screen.entries(known, state)).orElse(List.of());
    }
}
