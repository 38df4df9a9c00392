package io.weir.writer.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A separate file system in memory, which can be filled up; only root can mount one. */
public final class SmallDisk implements AutoCloseable {

    private static final int BLOCK = 4096;

    private final Path directory;
    private final Path filler;

    private SmallDisk(Path directory) {
        this.directory = directory;
        this.filler = directory.resolve("filler");
    }

    /** Mounts a new one at an empty directory; empty if that is not possible. */
    public static Optional<SmallDisk> mount(Path directory, int mebibytes) throws IOException {
        Files.createDirectories(directory);
        boolean isMounted = run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", directory.toString());
        return isMounted ? Optional.of(new SmallDisk(directory)) : Optional.empty();
    }

    /** Mounts a new one. If that is not possible, the test is skipped, or fails with WEIR_TEST_NO_SKIPS=true. */
    public static SmallDisk mountOrSkip(Path directory, int mebibytes) throws IOException {
        Optional<SmallDisk> mounted = mount(directory, mebibytes);
        if (mounted.isEmpty()) {
            ServerProcess.missing("only root can mount a small disk");
        }
        return mounted.orElseThrow();
    }

    /** Its directory. */
    public Path directory() {
        return directory;
    }

    /** Fills it up, except some bytes. */
    public void fill(int free) throws IOException {
        Path last = directory.resolve("free");
        Files.write(last, new byte[free]);
        fill();
        Files.delete(last);
    }

    /** Fills it up. */
    public void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(filler)) {
            byte[] block = new byte[BLOCK];
            while (directory.toFile().getUsableSpace() > 0) {
                out.write(block);
            }
        } catch (IOException e) {
            // Another process has taken the last space.
            if (directory.toFile().getUsableSpace() > 0) {
                throw e;
            }
        }
    }

    /** Frees the space that it was filled with. */
    public void makeRoom() throws IOException {
        Files.deleteIfExists(filler);
    }

    /**
     * Makes files that are opened from now on read-only. Files that are already open stay writable:
     * Linux does not make a file system read-only that has such files.
     */
    public void makeReadOnly() {
        if (!run("mount", "-o", "bind,ro", directory.toString(), directory.toString())) {
            throw new IllegalStateException(directory + " does not become read-only");
        }
    }

    /** Reverts {@link #makeReadOnly}. */
    public void makeWritable() {
        if (!run("umount", directory.toString())) {
            throw new IllegalStateException(directory + " stays read-only");
        }
    }

    /** Runs a program; returns whether it exists and succeeded. */
    private static boolean run(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Processes with open files there keep them until they end. */
    @Override
    public void close() {
        run("umount", "--lazy", directory.toString());
    }
}
