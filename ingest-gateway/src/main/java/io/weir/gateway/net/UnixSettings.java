package io.weir.gateway.net;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * Settings of a Unix datagram socket.
 *
 * @param path location of the socket in the file system
 * @param mode file mode: processes that may write to the file may send
 */
public record UnixSettings(Path path, Set<PosixFilePermission> mode) {
    /** Copies the mode. */
    public UnixSettings {
        mode = Set.copyOf(mode);
    }
}
