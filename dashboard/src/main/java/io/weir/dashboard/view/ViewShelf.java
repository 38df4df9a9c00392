package io.weir.dashboard.view;

import io.weir.contract.config.Mistake;
import io.weir.contract.config.MistakesException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The current views: those of a directory, read again after its files change, or those included in
 * Weir. Files with errors change nothing. Thread-safe.
 */
public final class ViewShelf {
    private static final Logger LOG = LoggerFactory.getLogger(ViewShelf.class);

    /** Minimum interval between checks, whatever the number of requests. */
    private static final long CHECK_EVERY_MILLIS = 2_000;

    private final Optional<Path> directory;
    private SortedMap<Path, Stamp> read;
    private Views views;
    private long checkedMillis;

    /**
     * The views, and the errors in the current files.
     *
     * @param mistakes for users, each with file and line: why the current files are not shown
     */
    public record Views(List<View> all, List<String> mistakes) {}

    /** Identifies the version of a file. */
    private record Stamp(FileTime modified, long bytes) {}

    /** @throws MistakesException if the files of the directory contain errors */
    public ViewShelf(Optional<Path> directory) {
        this.directory = directory;
        this.read = stamps();
        this.views = new Views(directory.map(ViewFiles::in).orElseGet(ViewFiles::standard), List.of());
    }

    /** Checks for changed files, unless the last check was recent. */
    public synchronized Views views(long nowMillis) {
        if (Math.abs(nowMillis - checkedMillis) < CHECK_EVERY_MILLIS) {
            return views;
        }
        checkedMillis = nowMillis;
        SortedMap<Path, Stamp> now = stamps();
        if (!now.equals(read)) {
            read = now;
            views = directory.map(this::readAnew).orElse(views);
        }
        return views;
    }

    private Views readAnew(Path from) {
        try {
            List<View> all = ViewFiles.in(from);
            LOG.info("views      {} from {}", all.size(), from);
            return new Views(all, List.of());
        } catch (MistakesException e) {
            e.mistakes().forEach(mistake -> LOG.error("views      {}", mistake));
            LOG.error("views      stay unchanged until these mistakes are corrected");
            return new Views(
                    views.all, e.mistakes().stream().map(Mistake::toString).toList());
        }
    }

    /** Empty if the directory cannot be read. */
    private SortedMap<Path, Stamp> stamps() {
        SortedMap<Path, Stamp> stamps = new TreeMap<>();
        if (directory.isPresent()) {
            try (Stream<Path> files = Files.list(directory.get())) {
                for (Path file : files.filter(ViewFiles::isView).toList()) {
                    stamps.put(file, new Stamp(Files.getLastModifiedTime(file), Files.size(file)));
                }
            } catch (IOException e) {
                LOG.debug("cannot read the directory of views", e);
                stamps.clear();
            }
        }
        return stamps;
    }
}
