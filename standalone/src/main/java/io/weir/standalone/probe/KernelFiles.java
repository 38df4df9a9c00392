package io.weir.standalone.probe;

import io.weir.contract.config.Durations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files in which Linux publishes values, below {@code /sys} and {@code /proc}. The value of a
 * file that does not exist, or may not be read, is unknown: hosts differ, and a device can disappear
 * at any time.
 *
 * <p>A file of a device can hang, because its driver asks the device. Its value is then unknown, too,
 * and the file is tried again later. Thread-safe.
 */
final class KernelFiles {
    private static final Logger LOG = LoggerFactory.getLogger(KernelFiles.class);

    /** Value of an unknown number. */
    static final long UNKNOWN = Long.MIN_VALUE;

    private final Path root;
    private final Calls calls;
    private final Limits limits;
    private final Runnable onLate;
    private final Map<Path, Late> late = new ConcurrentHashMap<>();

    /**
     * The patience with files of devices.
     *
     * @param read time limit of each
     * @param retry how long a file that exceeded it is left out
     * @param hanging the most files that hang at a time; each keeps a thread. Beyond it, no file of
     *     a device is read
     */
    record Limits(Duration read, Duration retry, int hanging) {
        /** Some sensors ask a controller over a slow bus. */
        static final Limits STANDARD = new Limits(Duration.ofSeconds(2), Duration.ofMinutes(1), 8);
    }

    /** A read that exceeded its time limit, which may have ended since then. */
    private record Late(Future<String> read, long sinceNanos) {}

    /**
     * @param root contains {@code sys} and {@code proc}
     * @param onLate called for each read that exceeds its time limit
     */
    KernelFiles(Path root, Calls calls, Limits limits, Runnable onLate) {
        this.root = root;
        this.calls = calls;
        this.limits = limits;
        this.onLate = onLate;
    }

    /** @param path below the root */
    Path path(String path) {
        return root.resolve(path);
    }

    /** The entries of a folder that match a glob, in the order of names. */
    static List<Path> children(Path folder, String glob) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder, glob)) {
            children.forEach(found::add);
        } catch (IOException | RuntimeException e) {
            return List.of();
        }
        Collections.sort(found);
        return found;
    }

    /** The lines of a file of the kernel itself, which cannot hang; none if it is unknown.  */
    static List<String> lines(Path file) {
        return read(file).lines().toList();
    }

    /** The text of a device's file without space around it; empty if it is unknown. */
    String text(Path file) {
        Late before = late.get(file);
        if ((before != null && !isDue(before)) || hanging() >= limits.hanging) {
            return "";
        }
        Future<String> read = calls.start(() -> read(file));
        Optional<String> text = Calls.within(limits.read, read);
        if (text.isEmpty()) {
            late.put(file, new Late(read, System.nanoTime()));
            onLate.run();
        }
        if (text.isEmpty() && before == null) {
            LOG.warn(
                    "probe gets no answer from {} within {}; it leaves the file out, and retries every {}",
                    file,
                    Durations.format(limits.read),
                    Durations.format(limits.retry));
        } else if (text.isPresent() && before != null) {
            late.remove(file);
            LOG.info("probe reads {} again", file);
        }
        return text.orElse("");
    }

    private boolean isDue(Late late) {
        return late.read.isDone() && System.nanoTime() - late.sinceNanos >= limits.retry.toNanos();
    }

    private long hanging() {
        return late.values().stream().filter(each -> !each.read.isDone()).count();
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }

    /** The number in a device's file, decimal or hexadecimal with {@code 0x}; else {@link #UNKNOWN}. */
    long number(Path file) {
        String text = text(file);
        try {
            return text.startsWith("0x") ? Long.parseLong(text.substring(2), 16) : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return UNKNOWN;
        }
    }

    /** Of a link to a device, the device's name; empty if there is no such link. */
    static String target(Path link) {
        try {
            Path real = link.toRealPath().getFileName();
            return real == null ? "" : real.toString();
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }
}
