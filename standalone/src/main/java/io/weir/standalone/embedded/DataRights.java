package io.weir.standalone.embedded;

import io.weir.contract.service.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks this user's rights to a data directory, so that a start fails early with a clear message
 * instead of inside a library.
 */
final class DataRights {
    private static final String USER = System.getProperty("user.name");
    /**
     * The data directory, the directory of each part, and their direct children, such as partitions
     * and tables.
     */
    private static final int DEPTH = 2;

    private DataRights() {}

    /** @throws StartException if a file of this name exists that is not a directory */
    static void requireDirectory(Path directory) {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new StartException(
                    "--data " + directory + " is a file, not a directory: name a directory; a missing one is created");
        }
    }

    /**
     * Checks directories only: they are few, and a file has the same owner as its directory.
     *
     * @throws StartException naming the first directory within that this user may not use
     */
    static void requireAll(Path directory) {
        Stream.of("kafka", "store", "state", "spool")
                .map(directory::resolve)
                .filter(part -> Files.exists(part) && !Files.isDirectory(part))
                .findFirst()
                .ifPresent(part -> {
                    throw new StartException(
                            part + " is a file, but Weir needs a directory there: move it away, or name another data"
                                    + " directory with --data");
                });
        forbidden(directory).ifPresent(part -> {
            throw mayNotUse(part);
        });
    }

    /** Explains why a directory could not be created or written. */
    static StartException refused(Path directory, IOException e) {
        if (e instanceof AccessDeniedException) {
            return mayNotUse(directory);
        }
        return new StartException(
                "data directory " + directory + " cannot be created or written ("
                        + (e.getMessage() == null ? e.toString() : e.getMessage()) + "): name another with --data",
                e);
    }

    private static Optional<Path> forbidden(Path directory) {
        try (Stream<Path> parts = Files.walk(directory, DEPTH)) {
            return parts.filter(Files::isDirectory)
                    .filter(part -> !Files.isReadable(part) || !Files.isWritable(part) || !Files.isExecutable(part))
                    .findFirst();
        } catch (UncheckedIOException e) {
            return e.getCause() instanceof AccessDeniedException denied
                    ? Optional.of(Path.of(denied.getFile()))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.of(directory);
        }
    }

    private static StartException mayNotUse(Path directory) {
        return new StartException("user " + USER + " may not read and write " + directory
                + " (created by another user, perhaps with sudo?): change its owner (sudo chown -R " + USER + " "
                + directory + "), or name another data directory with --data");
    }
}
