package io.weir.writer.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A small memory disk that a test fills, which only root can mount. Without that right, the test is
 * skipped; with {@code WEIR_TEST_NO_SKIPS=true} it fails.
 */
public final class SmallDisk {
    private static final int BLOCK = 4096;

    private final Path directory;
    private final Path filler;

    private SmallDisk(Path directory) {
        this.directory = directory;
        this.filler = directory.resolve("filler");
    }

    /** @param size as {@code mount} takes it, such as {@code 4m} */
    public static SmallDisk mount(Path directory, String size) throws IOException, InterruptedException {
        if (!run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", directory.toString())) {
            ServerProcess.missing("only root can mount a small disk");
        }
        return new SmallDisk(directory);
    }

    /** Its directory. */
    public Path directory() {
        return directory;
    }

    /** Fills it, except some bytes. */
    public void fill(long free) throws IOException {
        Path last = directory.resolve("free");
        Files.write(last, new byte[(int) free]);
        byte[] block = new byte[BLOCK];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
        Files.delete(last);
    }

    /** Makes room again. */
    public void empty() throws IOException {
        Files.deleteIfExists(filler);
    }

    /** Ends it, with all files. */
    public void unmount() throws IOException, InterruptedException {
        run("umount", "-l", directory.toString());
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
        } catch (IOException e) {
            // No such program.
            return false;
        }
    }
}
