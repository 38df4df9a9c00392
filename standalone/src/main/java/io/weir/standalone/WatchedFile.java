package io.weir.standalone;

import io.weir.contract.yaml.MistakesException;
import io.weir.contract.yaml.YamlSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rule file while people edit it. To look at its content works on every file system and with every editor, and what is
 * seen twice the same is written to its end. Why it cannot be read is logged once, also only if seen twice: an editor that
 * replaces the file takes it away for a moment. Not thread-safe.
 */
final class WatchedFile {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedFile.class);

    private final Path file;
    private byte[] seen;
    private byte[] settled;
    private String trouble = "";
    private boolean isTroubleTold;

    /** @param read the content that is known already; not to be changed */
    WatchedFile(Path file, byte[] read) {
        this.file = file;
        this.seen = read;
        this.settled = read;
    }

    /** Its content, once, if that is new and whole; to be asked again and again. */
    Optional<byte[]> look() {
        try {
            return Files.notExists(file)
                    ? unreadable(file + " is gone")
                    : look(YamlSource.file(file).bytes());
        } catch (MistakesException e) {
            return unreadable(String.valueOf(e.getMessage()));
        }
    }

    private Optional<byte[]> look(byte[] now) {
        if (now.length == 0) {
            return unreadable(file + " is empty");
        }
        if (isTroubleTold) {
            LOG.info("rules      {} can be read again", file);
        }
        trouble = "";
        isTroubleTold = false;
        boolean isWhole = Arrays.equals(now, seen);
        seen = now;
        if (!isWhole || Arrays.equals(now, settled)) {
            return Optional.empty();
        }
        settled = now;
        return Optional.of(now);
    }

    private Optional<byte[]> unreadable(String why) {
        if (!why.equals(trouble)) {
            trouble = why;
            isTroubleTold = false;
        } else if (!isTroubleTold) {
            LOG.warn("rules      {}: the rules stay as they are", why);
            isTroubleTold = true;
        }
        return Optional.empty();
    }
}
