package io.weir.gateway.tail;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The file with the positions, replaced as a whole. Each line: offset, head, key, and path as a URI. */
final class PositionsFile {
    private static final String FIRST_LINE = "weir tail positions 2";
    private static final int PARTS = 5;

    private final Path file;
    private String saved = "";

    PositionsFile(Path file) {
        this.file = file;
    }

    /** Whether positions were saved before. */
    boolean exists() {
        return Files.exists(file);
    }

    /**
     * The positions; empty without the file.
     *
     * @throws IOException if the file cannot be read, or is damaged
     */
    List<TailPosition> read() throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        if (lines.isEmpty() || !lines.get(0).equals(FIRST_LINE)) {
            throw damaged();
        }
        List<TailPosition> positions = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            positions.add(position(line.split(" ", PARTS)));
        }
        return positions;
    }

    private TailPosition position(String[] parts) throws IOException {
        try {
            FileHead head = new FileHead(Integer.parseInt(parts[1]), Long.parseLong(parts[2], 16));
            return new TailPosition(parts[3], Long.parseLong(parts[0]), head, Path.of(URI.create(parts[4])));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException | FileSystemNotFoundException e) {
            throw damaged();
        }
    }

    private IOException damaged() {
        return new IOException(file + " is damaged; delete it to start again as at the first start");
    }

    /** Replaces the positions, if they differ from those saved last. */
    void save(Collection<TailPosition> positions) throws IOException {
        StringBuilder text = new StringBuilder(FIRST_LINE).append('\n');
        for (TailPosition each : positions) {
            text.append(each.offset())
                    .append(' ')
                    .append(each.head().length())
                    .append(' ')
                    .append(Long.toHexString(each.head().checksum()))
                    .append(' ')
                    .append(each.key())
                    .append(' ')
                    .append(each.path().toUri())
                    .append('\n');
        }
        if (!text.toString().equals(saved)) {
            replace(text.toString());
            saved = text.toString();
        }
    }

    private void replace(String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path next = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            // Otherwise the file may be empty after a power cut.
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
