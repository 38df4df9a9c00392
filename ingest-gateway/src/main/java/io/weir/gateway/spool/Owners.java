package io.weir.gateway.spool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The gateway id of each epoch in a spool, so that its batches are sent under their original id. An
 * epoch is one run of a gateway, within which the numbers of batches count. Stored in the file {@code
 * gateways} of the spool, one epoch per line: hexadecimal epoch, space, gateway id. Not thread-safe.
 */
public final class Owners {
    private static final String NAME = "gateways";
    private static final int MOST_BYTES = 1 << 20;

    private final Map<Long, String> owners;

    private Owners(Map<Long, String> owners) {
        this.owners = owners;
    }

    /** Without any epoch. */
    public static Owners none() {
        return new Owners(new LinkedHashMap<>());
    }

    /** Reads the file without changing anything; empty if the file does not exist. */
    public static Owners in(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        return Files.isRegularFile(file) ? parse(Files.readString(file, UTF_8)) : none();
    }

    /** The same, from a disk. */
    static Owners on(Disk disk) throws IOException {
        if (!disk.names().contains(NAME)) {
            return none();
        }
        try (Disk.File file = disk.open(NAME)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MOST_BYTES, file.size()));
            file.read(bytes, 0);
            return parse(new String(bytes.array(), 0, bytes.position(), UTF_8));
        }
    }

    /** Ignores a torn last line without line feed: nothing was spooled under its epoch. */
    private static Owners parse(String text) {
        Map<Long, String> owners = new LinkedHashMap<>();
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        whole.lines().forEach(line -> {
            int space = line.indexOf(' ');
            try {
                owners.put(Long.parseUnsignedLong(line, 0, Math.max(0, space), 16), line.substring(space + 1));
            } catch (NumberFormatException e) {
                // Damaged: its batches are sent under the id of the sending gateway.
            }
        });
        return new Owners(owners);
    }

    /** Adds an epoch and writes the file durably. */
    void add(Disk disk, long epoch, String gatewayId) throws IOException {
        owners.put(epoch, gatewayId);
        StringBuilder text = new StringBuilder();
        owners.forEach((each, owner) ->
                text.append(Long.toHexString(each)).append(' ').append(owner).append('\n'));
        byte[] bytes = text.toString().getBytes(UTF_8);
        try (Disk.File file = disk.open(NAME)) {
            file.write(ByteBuffer.wrap(bytes), 0);
            file.truncate(bytes.length);
            file.force();
        }
        disk.force();
    }

    /** The gateway id of this epoch; null if unknown. */
    public @Nullable String of(long epoch) {
        return owners.get(epoch);
    }

    /** The id of the last gateway that used the spool. */
    public Optional<String> last() {
        return owners.values().stream().reduce((before, after) -> after);
    }
}
