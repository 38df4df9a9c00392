package io.weir.writer.store.file;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.writer.store.Bytes;
import io.weir.writer.store.Refusals;
import io.weir.writer.store.directory.ControlLock;
import io.weir.writer.store.directory.Durable;
import io.weir.writer.store.directory.PartitionFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Files of lines of one partition. A file gets its name when it is complete and on the disk. Its name has the offsets,
 * so that a crash right after that repeats no line.
 */
final class LineFiles implements PartitionFiles {
    /** Hidden from {@code DIR/*}. */
    static final String CONTROL = ".weir";

    private static final String TEMPORARY = "tmp";
    /** Remembers the next offset, also after the files were moved away. */
    private static final String NEXT = "next";

    private final Path root;
    private final LineFileName.Source source;
    private final LongSupplier clockMillis;
    private final Path control;
    private final ControlLock lock;
    private final CompressedLines lines = new CompressedLines();
    private OptionalLong next = OptionalLong.empty();
    private long first;
    private long end;
    private long beganMillis;

    private LineFiles(Path root, LineFileName.Source source, LongSupplier clockMillis, Path control, ControlLock lock) {
        this.root = root;
        this.source = source;
        this.clockMillis = clockMillis;
        this.control = control;
        this.lock = lock;
    }

    /**
     * Removes what a crash left half done.
     *
     * @param directory created if it does not exist
     * @param clockMillis the time for names
     * @throws IOException also if another process writes this partition into the same directory
     */
    static LineFiles open(Path directory, LineFileName.Source source, LongSupplier clockMillis) throws IOException {
        Path root = directory.toAbsolutePath().normalize();
        Path control = root.resolve(CONTROL).resolve(source.toString());
        ControlLock lock = ControlLock.take(
                control,
                "another writer writes partition " + source.partition()
                        + " into this directory: end it, or give each its own directory");
        LineFiles files = new LineFiles(root, source, clockMillis, control, lock);
        try {
            Files.deleteIfExists(control.resolve(TEMPORARY));
            files.next = files.readNext();
        } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
        }
        return files;
    }

    @Override
    public OptionalLong next() {
        return next;
    }

    @Override
    public void begin(long offset) {
        try {
            lines.clear();
        } catch (IOException e) {
            throw new IllegalStateException("memory accepts all bytes", e);
        }
        first = offset;
        end = offset;
    }

    @Override
    public void skipTo(long offset) throws IOException {
        writeNext(offset);
        begin(offset);
    }

    @Override
    public void add(byte[] bytes, int from, int to, Refusals refusals) {
        if (lines.lines() == 0) {
            beganMillis = clockMillis.getAsLong();
        }
        lines.add(bytes, from, to, refusals);
    }

    @Override
    public void endAt(long offset) {
        end = offset;
    }

    @Override
    public long lines() {
        return lines.lines();
    }

    @Override
    public long memory() {
        return lines.size();
    }

    @Override
    public long complete() throws IOException {
        if (end > first) {
            if (lines.lines() > 0) {
                // A repetition has the same name.
                String name = new LineFileName(beganMillis, source, first, end).toString();
                write(control.resolve(TEMPORARY), lines.end());
                Files.move(control.resolve(TEMPORARY), root.resolve(name), StandardCopyOption.ATOMIC_MOVE);
                Durable.force(root);
            }
            writeNext(end);
            begin(end);
        }
        return end;
    }

    @Override
    public void close() throws IOException {
        try {
            lines.clear();
        } finally {
            lock.close();
        }
    }

    private static void write(Path file, Bytes content) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer buffer = ByteBuffer.wrap(content.bytes(), 0, content.size());
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private void writeNext(long offset) throws IOException {
        Durable.replace(control.resolve(NEXT), Long.toString(offset).getBytes(US_ASCII));
        next = OptionalLong.of(offset);
    }

    /** A crash may have left a file whose end is not remembered yet. */
    private OptionalLong readNext() throws IOException {
        long known = -1;
        Path remembered = control.resolve(NEXT);
        try {
            known = Long.parseLong(Files.readString(remembered, US_ASCII));
        } catch (NoSuchFileException e) {
            // Nothing is complete, or a crash came right after the first file.
        } catch (NumberFormatException e) {
            throw new IOException(
                    remembered + " has no offset: delete it to continue after the last file of the partition", e);
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(root, "*-" + source + "-*")) {
            for (Path file : files) {
                Optional<LineFileName> name =
                        LineFileName.parse(file.getFileName().toString());
                if (name.isPresent() && name.get().source().equals(source)) {
                    known = Math.max(known, name.get().next());
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return known < 0 ? OptionalLong.empty() : OptionalLong.of(known);
    }
}
