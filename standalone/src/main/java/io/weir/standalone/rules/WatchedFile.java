package io.weir.standalone.rules;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A rule file or table that people may be editing. Comparing content works on every file system and
 * with every editor: content that two consecutive reads find unchanged is complete. The reason why
 * the file cannot be read is logged once, also only after two reads, because an editor that
 * replaces a file removes it for a moment. Not thread-safe.
 */
final class WatchedFile {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedFile.class);

    private final Path file;
    private final int maxBytes;
    private byte[] seen;
    private byte[] settled;
    private String trouble = "";
    private boolean isTroubleLogged;

    /**
     * Reads nothing yet.
     *
     * @param read the known content, or empty; must not be modified
     */
    WatchedFile(Path file, int maxBytes, byte[] read) {
        this.file = file;
        this.maxBytes = maxBytes;
        this.seen = read;
        this.settled = read;
    }

    /**
     * Reads the file, and returns whether {@link #content} is new and complete. Call it repeatedly.
     */
    boolean poll() {
        try {
            return Files.notExists(file) ? unreadable("is gone") : accept(NamedFile.read(file, maxBytes));
        } catch (Refusal refusal) {
            return unreadable(refusal.wrong());
        }
    }

    /** The last complete content; must not be modified. */
    byte[] content() {
        return settled;
    }

    private boolean accept(byte[] now) {
        if (now.length == 0) {
            return unreadable("is empty");
        }
        if (isTroubleLogged) {
            LOG.info("rules      {} can be read again", file);
        }
        trouble = "";
        isTroubleLogged = false;
        boolean isWhole = Arrays.equals(now, seen);
        seen = now;
        if (!isWhole || Arrays.equals(now, settled)) {
            return false;
        }
        settled = now;
        return true;
    }

    private boolean unreadable(String why) {
        if (!why.equals(trouble)) {
            trouble = why;
            isTroubleLogged = false;
        } else if (!isTroubleLogged) {
            LOG.warn("rules      {} {}: the active rules stay unchanged", file, why);
            isTroubleLogged = true;
        }
        return false;
    }
}
