package io.weir.gateway.tail;

import io.weir.gateway.intake.count.ReasonCounts;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that match the patterns, and those that matched before and may have more lines. A file is
 * known by device and inode, so that a renamed one is read on. Belongs to one thread.
 */
final class OpenFiles implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFiles.class);

    private static final String UNREADABLE = "file-unreadable";
    private static final String UNFINISHED = "unfinished-line";

    /** A writer may have a renamed file open for so long. */
    private static final long KEEP_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int MOST_FILES = 4096;

    private final TailSettings settings;
    private final List<PathPattern> patterns;
    private final ReasonCounts warnings;
    private final Map<String, TailedFile> files = new LinkedHashMap<>();
    /** Of files that are not open yet. */
    private final Map<String, TailPosition> positions = new HashMap<>();

    private final Set<Path> unfinished = new HashSet<>();
    private boolean isSkipping;
    private Set<Path> unreadable = new HashSet<>();
    private Set<Path> nowUnreadable = new HashSet<>();

    OpenFiles(TailSettings settings, ReasonCounts warnings) {
        this.settings = settings;
        this.patterns = settings.files().stream().map(PathPattern::new).toList();
        this.warnings = warnings;
    }

    /** Opens the files that exist at the first start. */
    void openFirst(long nowNanos) throws IOException {
        isSkipping = settings.start() == TailSettings.Start.END;
        find(nowNanos);
        isSkipping = false;
    }

    /** Opens the files, and continues after these positions. */
    void open(List<TailPosition> saved, long nowNanos) throws IOException {
        saved.forEach(position -> positions.put(position.key(), position));
        find(nowNanos);
        for (TailPosition position : saved) {
            if (!files.containsKey(position.key())) {
                openRenamed(position, nowNanos);
            }
        }
    }

    /** Finds a file that no longer matches, because it was renamed while the gateway did not run. */
    private void openRenamed(TailPosition position, long nowNanos) throws IOException {
        Path folder = position.path().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return;
        }
        Path renamed = null;
        try (DirectoryStream<Path> siblings = Files.newDirectoryStream(folder)) {
            for (Path sibling : siblings) {
                renamed = position.key().equals(key(sibling)) ? sibling : renamed;
            }
        } catch (DirectoryIteratorException e) {
            unreadable(folder, new IOException(e));
        } catch (IOException e) {
            unreadable(folder, e);
        }
        if (renamed != null) {
            open(renamed, position.key(), nowNanos);
        }
    }

    /** Opens new files, and closes those that have been gone for a while and are read. */
    void find(long nowNanos) throws IOException {
        nowUnreadable = new HashSet<>();
        Set<Path> found = new LinkedHashSet<>();
        patterns.forEach(pattern -> pattern.find(found, this::unreadable));
        for (Path path : found) {
            String key = key(path);
            TailedFile known = key == null ? null : files.get(key);
            if (known != null) {
                known.seen(path, nowNanos);
            } else if (key != null) {
                open(path, key, nowNanos);
            }
        }
        unreadable = nowUnreadable;
        dropGone(nowNanos);
    }

    /** Null if there is no regular file any more. */
    private static @Nullable String key(Path path) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            Object key = attributes.fileKey();
            return attributes.isRegularFile() && key != null ? key.toString() : null;
        } catch (IOException e) {
            return null; // It was removed since.
        }
    }

    private void open(Path path, String key, long nowNanos) throws IOException {
        if (files.size() >= MOST_FILES) {
            unreadable(path, new IOException("there are more than " + MOST_FILES + " files"));
            return;
        }
        TailedFile file;
        try {
            // One byte more than the limit shows that a line exceeds it.
            file = TailedFile.open(key, path, settings.maxBytes() + 1);
        } catch (NoSuchFileException e) {
            return;
        } catch (IOException e) {
            unreadable(path, e);
            return;
        }
        try {
            TailPosition position = positions.get(key);
            if (position != null) {
                file.resume(position);
            } else if (isSkipping) {
                file.skip();
            }
        } catch (IOException e) {
            file.close();
            unreadable(path, e);
            return;
        }
        positions.remove(key);
        file.seen(path, nowNanos);
        files.put(key, file);
    }

    private void unreadable(Path path, IOException e) {
        nowUnreadable.add(path);
        if (!unreadable.contains(path)) {
            report(path, e);
        }
    }

    /** An open file could not be read; it stays open, and is tried again. */
    void failed(TailedFile file, IOException e) {
        if (file.failed()) {
            report(file.path(), e);
        }
    }

    private void report(Path path, IOException e) {
        warnings.add(UNREADABLE, 1);
        LOG.warn("input {} cannot read {} and retries: {}", settings.input(), path, e.toString());
    }

    private void dropGone(long nowNanos) throws IOException {
        Iterator<TailedFile> each = files.values().iterator();
        while (each.hasNext()) {
            TailedFile file = each.next();
            if (file.isGoneFor(KEEP_NANOS, nowNanos) && file.isSettled()) {
                countUnfinished(file.hasUnfinished(), file);
                file.close();
                each.remove();
            }
        }
    }

    /** A line without its newline will not be completed. Logged once for each path. */
    void countUnfinished(boolean isUnfinished, TailedFile file) {
        if (!isUnfinished) {
            return;
        }
        warnings.add(UNFINISHED, 1);
        if (unfinished.size() < MOST_FILES && unfinished.add(file.path())) {
            LOG.warn("input {}: the last line of {} has no newline and is ignored", settings.input(), file.path());
        }
    }

    /** The files that are open now. */
    List<TailedFile> all() {
        return List.copyOf(files.values());
    }

    /** Up to where all is safe, also of files that are there and cannot be read now. */
    List<TailPosition> positions() {
        List<TailPosition> all = new ArrayList<>();
        files.values().forEach(file -> all.add(file.position()));
        for (TailPosition position : positions.values()) {
            if (position.key().equals(key(position.path()))) {
                all.add(position);
            }
        }
        return all;
    }

    @Override
    public void close() throws IOException {
        for (TailedFile file : files.values()) {
            file.close();
        }
    }
}
