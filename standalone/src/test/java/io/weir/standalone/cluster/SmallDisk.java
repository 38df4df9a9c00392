package io.weir.standalone.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A file system of its own in memory, which can be made full; only root may have one. */
final class SmallDisk implements AutoCloseable {

    private static final int BLOCK = 4096;

    private final Path directory;
    private final Path filler;

    private SmallDisk(Path directory) {
        this.directory = directory;
        this.filler = directory.resolve("filler");
    }

    /** A new one at an empty directory; nothing where it may not be mounted. */
    static Optional<SmallDisk> mount(Path directory, int mebibytes) throws IOException {
        Files.createDirectories(directory);
        boolean isMounted = run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", directory.toString());
        return isMounted ? Optional.of(new SmallDisk(directory)) : Optional.empty();
    }

    /** Leaves no room on it. */
    void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(filler)) {
            byte[] block = new byte[BLOCK];
            while (directory.toFile().getUsableSpace() > 0) {
                out.write(block);
            }
        } catch (IOException e) {
            // Somebody else has written the last of it.
            if (directory.toFile().getUsableSpace() > 0) {
                throw e;
            }
        }
    }

    /** Gives back what {@link #fill} took. */
    void makeRoom() throws IOException {
        Files.delete(filler);
    }

    /**
     * Whoever opens a file there from now on may only read it. Files that are open for writing already stay so: Linux makes no file
     * system read-only that has some.
     */
    void makeReadOnly() {
        if (!run("mount", "-o", "bind,ro", directory.toString(), directory.toString())) {
            throw new IllegalStateException(directory + " does not become read-only");
        }
    }

    /** Takes {@link #makeReadOnly} back. */
    void makeWritable() {
        if (!run("umount", directory.toString())) {
            throw new IllegalStateException(directory + " stays read-only");
        }
    }

    /** Whether there is one program of that name, and it ended well. */
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

    /** Whatever still has files open there keeps them until it ends. */
    @Override
    public void close() {
        run("umount", "--lazy", directory.toString());
    }
}
