package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.archive.FileName;
import io.weir.writer.store.directory.Durable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/**
 * The last complete range of a partition, and the files that contain its lines. The moment at which the plan replaces
 * its predecessor decides: before, nothing of the range is there; after, all of it, because {@link #finish} can be
 * repeated.
 *
 * @param moves the files, from their temporary names to their own
 * @param removals files that they replace, relative to the archive
 */
record Plan(FileName.Range range, List<Move> moves, List<Path> removals) {
    private static final String TITLE = "weir archive plan 1";
    private static final String END = "end";

    /** Both relative to the archive. */
    record Move(Path from, Path to) {}

    /** Reads a plan; empty if there was none yet. */
    static Optional<Plan> read(Path file) throws IOException {
        String text;
        try {
            text = Files.readString(file, UTF_8);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        int end = text.lastIndexOf(END + "\t");
        if (end < 0 || !text.substring(end).equals(end(text.substring(0, end)))) {
            throw new IOException(file + " is damaged, or was written by another version of Weir");
        }
        List<Move> moves = new ArrayList<>();
        List<Path> removals = new ArrayList<>();
        FileName.Range range = new FileName.Range(0, 0);
        for (String line : text.substring(0, end).split("\n")) {
            String[] words = line.split("\t");
            if (words[0].equals("range")) {
                range = new FileName.Range(Long.parseLong(words[1]), Long.parseLong(words[2]));
            } else if (words[0].equals("file")) {
                moves.add(new Move(Path.of(words[1]), Path.of(words[2])));
            } else if (words[0].equals("remove")) {
                removals.add(Path.of(words[1]));
            }
        }
        return Optional.of(new Plan(range, moves, removals));
    }

    /** Replaces the previous plan. */
    void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder(TITLE)
                .append("\nrange\t")
                .append(range.first())
                .append('\t')
                .append(range.next())
                .append('\n');
        for (Move move : moves) {
            text.append("file\t").append(move.from).append('\t').append(move.to).append('\n');
        }
        for (Path removed : removals) {
            text.append("remove\t").append(removed).append('\n');
        }
        text.append(end(text.toString()));
        Durable.replace(file, text.toString().getBytes(UTF_8));
    }

    /** Gives the files their names, unless they have them already; then removes those that they replace. */
    void finish(Path root) throws IOException {
        TreeSet<Path> directories = new TreeSet<>();
        for (Move move : moves) {
            Path from = root.resolve(move.from);
            Path to = root.resolve(move.to);
            try {
                Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            } catch (NoSuchFileException e) {
                // It has its name already, or was deleted since, or its directory was.
                if (Files.exists(from)) {
                    Durable.createDirectories(Durable.directoryOf(to));
                    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
                }
            }
            if (Files.exists(to)) {
                directories.add(Durable.directoryOf(to));
            }
        }
        for (Path directory : directories) {
            Durable.force(directory);
        }
        // Without what replaces them, they stay.
        if (moves.stream().allMatch(move -> Files.exists(root.resolve(move.to)))) {
            for (Path removed : removals) {
                Files.deleteIfExists(root.resolve(removed));
            }
        }
    }

    /** The offset before which no file waits for its name. */
    long settled(Path root) {
        boolean isWaiting = moves.stream().anyMatch(move -> Files.exists(root.resolve(move.from)));
        return isWaiting ? range.first() : range.next();
    }

    private static String end(String text) {
        CRC32C checksum = new CRC32C();
        checksum.update(text.getBytes(UTF_8));
        return END + String.format(Locale.ROOT, "\t%08x\n", (int) checksum.getValue());
    }
}
