package io.weir.gateway.collectd;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The users in a file, reloaded when it changes. One thread checks the file repeatedly; any thread
 * may ask for the users. While the file is unreadable, the users stay the same.
 */
public final class UserFile {
    private static final Logger LOG = LoggerFactory.getLogger(UserFile.class);
    private static final int MAX_BYTES = 16 << 20;
    private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

    private final Path file;
    private byte[] bytes;
    private String trouble = "";
    private volatile Users users;

    /**
     * Reads the file.
     *
     * @throws Refusal if it is unreadable or contains no user
     */
    public UserFile(Path file) {
        this.file = file;
        this.bytes = NamedFile.read(file, MAX_BYTES);
        this.users = Users.parse(bytes);
        if (users.isEmpty()) {
            throw new Refusal("names no user", "write a line like: user: password");
        }
        warnOfOthers();
    }

    /** The current users. */
    public Users users() {
        return users;
    }

    /** Reads the file again. Belongs to one thread. */
    public void lookAgain() {
        try {
            byte[] now = NamedFile.read(file, MAX_BYTES);
            if (!Arrays.equals(now, bytes)) {
                bytes = now;
                users = Users.parse(now);
                LOG.info(
                        "collectd users changed file={} users={}",
                        file,
                        users.passwords().size());
                warnOfOthers();
            }
            trouble = "";
        } catch (Refusal e) {
            if (!trouble.equals(e.wrong())) {
                trouble = e.wrong();
                LOG.warn("collectd users not reloaded; the former ones stay valid: file={} {}", file, trouble);
            }
        }
    }

    private void warnOfOthers() {
        try {
            Set<PosixFilePermission> rights = EnumSet.copyOf(Files.getPosixFilePermissions(file));
            rights.retainAll(OTHERS);
            if (!rights.isEmpty()) {
                LOG.warn("file={} contains passwords, and its permissions are too wide; chmod 640 {}", file, file);
            }
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            LOG.debug("permissions of file={} are not known", file, e);
        }
    }
}
