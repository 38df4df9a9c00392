package io.weir.gateway.exec;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command and how it is run.
 *
 * @param input name of the input, for the log
 * @param command the program and its arguments
 * @param environment variables besides those of the gateway
 * @param directory where it runs; empty for the gateway's own
 * @param schedule when it runs; empty: it is kept running, and each line of its output is a message
 * @param maxBytes maximum length of a message
 */
public record CommandSettings(
        String input,
        List<String> command,
        Map<String, String> environment,
        Optional<Path> directory,
        Optional<Schedule> schedule,
        int maxBytes) {
    /** A command must not read the secrets of the gateway. */
    private static final String OWN_VARIABLES = "WEIR_";

    /** Copies the collections. */
    public CommandSettings {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /**
     * When a command runs.
     *
     * @param interval from start to start
     * @param jitter the first start is delayed by a random time up to this one
     * @param timeout a command that runs longer is killed
     */
    public record Schedule(Duration interval, Duration jitter, Duration timeout) {}

    /** Changes the gateway's environment to that of the command. */
    void change(Map<String, String> environment) {
        environment.keySet().removeIf(name -> name.startsWith(OWN_VARIABLES));
        environment.putAll(this.environment);
    }

    /** The program without its arguments, which may be secrets: it is in logs and in {@code metrics.rejected}. */
    @Override
    public String toString() {
        return command.isEmpty() ? "" : command.get(0);
    }
}
