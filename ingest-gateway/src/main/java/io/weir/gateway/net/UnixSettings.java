package io.weir.gateway.net;

import io.weir.gateway.intake.StampUnit;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * Settings of a Unix datagram socket.
 *
 * @param path location of the socket in the file system
 * @param mode file mode: processes that may write to the file may send
 * @param precision unit of the senders' timestamps
 */
public record UnixSettings(Path path, Set<PosixFilePermission> mode, StampUnit precision) {
    /** Copies the mode. */
    public UnixSettings {
        mode = Set.copyOf(mode);
    }
}
