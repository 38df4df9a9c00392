package io.weir.gateway.unix;

import io.weir.gateway.intake.StampUnit;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * How datagrams of this machine are received.
 *
 * @param path where the socket lies in the file system
 * @param mode who may send: who may write to the file
 * @param precision the unit of the senders' timestamps
 */
public record UnixSettings(Path path, Set<PosixFilePermission> mode, StampUnit precision) {
    /** Keeps the mode as it is now. */
    public UnixSettings {
        mode = Set.copyOf(mode);
    }
}
