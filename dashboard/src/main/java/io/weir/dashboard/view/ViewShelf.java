package io.weir.dashboard.view;

import io.weir.contract.yaml.Mistake;
import io.weir.contract.yaml.MistakesException;
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
 * The views that there are now: of a directory, read anew once its files have changed, or those that come with Weir. Files with mistakes change
 * nothing. Thread-safe.
 */
public final class ViewShelf {
    private static final Logger LOG = LoggerFactory.getLogger(ViewShelf.class);

    /** However many ask. */
    private static final long LOOK_EVERY_MILLIS = 2_000;

    private final Optional<Path> directory;
    private SortedMap<Path, Stamp> read;
    private Views views;
    private long lookedMillis;

    /**
     * What there is to see.
     *
     * @param mistakes for people, each with file and line: why the files that there are now are not what is shown
     */
    public record Views(List<View> all, List<String> mistakes) {}

    /** By what it shows that a file has changed. */
    private record Stamp(FileTime modified, long bytes) {}

    /** @throws MistakesException if the files of the directory have any */
    public ViewShelf(Optional<Path> directory) {
        this.directory = directory;
        this.read = stamps();
        this.views = new Views(directory.map(ViewFiles::in).orElseGet(ViewFiles::standard), List.of());
    }

    /** Looks whether files have changed, if it did not just now. */
    public synchronized Views views(long nowMillis) {
        if (Math.abs(nowMillis - lookedMillis) < LOOK_EVERY_MILLIS) {
            return views;
        }
        lookedMillis = nowMillis;
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
            LOG.info("views      {} of {}", all.size(), from);
            return new Views(all, List.of());
        } catch (MistakesException e) {
            e.mistakes().forEach(mistake -> LOG.error("views      {}", mistake));
            LOG.error("views      stay as they are until that is mended");
            return new Views(
                    views.all, e.mistakes().stream().map(Mistake::toString).toList());
        }
    }

    /** Empty where the directory cannot be looked at. */
    private SortedMap<Path, Stamp> stamps() {
        SortedMap<Path, Stamp> stamps = new TreeMap<>();
        if (directory.isPresent()) {
            try (Stream<Path> files = Files.list(directory.get())) {
                for (Path file : files.filter(ViewFiles::isView).toList()) {
                    stamps.put(file, new Stamp(Files.getLastModifiedTime(file), Files.size(file)));
                }
            } catch (IOException e) {
                LOG.debug("the directory of views cannot be looked at", e);
                stamps.clear();
            }
        }
        return stamps;
    }
}
