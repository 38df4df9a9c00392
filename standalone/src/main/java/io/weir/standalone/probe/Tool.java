package io.weir.standalone.probe;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program of the host that shows values of devices. A host without it has no such values, which
 * is logged once. Not thread-safe.
 */
final class Tool {
    private static final Logger LOG = LoggerFactory.getLogger(Tool.class);

    private static final int LONGEST = 4 << 20;

    /** The error of the system for a program that does not exist. */
    private static final String NO_SUCH_FILE = "error=2,";

    private final String program;
    private final Duration limit;
    private boolean isAbsent;

    /**
     * @param program a path, or a name on the PATH
     * @param limit after which a run is killed
     */
    Tool(String program, Duration limit) {
        this.program = program;
        this.limit = limit;
    }

    /**
     * Returns what the program prints, whatever its exit code; empty if there is no such program.
     *
     * @throws IllegalStateException if it exceeds its time or prints too much
     */
    Optional<String> output(List<String> arguments) {
        if (isAbsent) {
            return Optional.empty();
        }
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(arguments);
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectInput(Redirect.from(new File("/dev/null")))
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains(NO_SUCH_FILE)) {
                throw new UncheckedIOException(e);
            }
            isAbsent = true;
            LOG.info("probe finds no {}, and leaves out its values", program);
            return Optional.empty();
        }
        return Optional.of(read(process));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // It ends with the process, or kills it.
    private String read(Process process) {
        AtomicBoolean isLate = new AtomicBoolean();
        process.onExit().orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).exceptionally(timeout -> {
            isLate.set(true);
            kill(process);
            return process;
        });
        try (InputStream output = process.getInputStream()) {
            byte[] bytes = output.readNBytes(LONGEST);
            boolean isTooLong = bytes.length == LONGEST;
            if (isLate.get() || isTooLong) {
                throw new IllegalStateException(program
                        + (isTooLong ? " prints too much" : " does not end within " + limit.toSeconds() + " s"));
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            kill(process);
        }
    }

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
