package io.weir.gateway.poll;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Files that list targets.
 *
 * @param patterns the last part of each may contain {@code *}
 * @param refresh time after which the files are read again
 */
public record FileSource(List<Path> patterns, Duration refresh) {
    /** Copies the list. */
    public FileSource {
        patterns = List.copyOf(patterns);
    }
}
