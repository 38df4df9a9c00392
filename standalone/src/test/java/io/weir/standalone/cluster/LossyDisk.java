package io.weir.standalone.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.writer.testing.Variables;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * A file system that loses data that was not forced when its power fails; {@code lossy_disk.py}
 * specifies it exactly. If fusepy is missing, the test is skipped with a line that names the
 * package to install; with {@code WEIR_TEST_NO_SKIPS=true} it fails instead. Mounting needs root
 * and FUSE; otherwise the test is always skipped.
 */
final class LossyDisk implements AutoCloseable {

    /** Debian's Python, which finds Debian's packages. */
    private static final String PYTHON = "/usr/bin/python3";

    private static final String MISSING =
            "No fusepy to test with: install Debian's python3-fusepy package (apt install python3-fusepy)";
    private static final Path PROGRAM =
            Path.of("src", "test", "resources", "io", "weir", "standalone", "cluster", "lossy_disk.py");

    private final Path directory;
    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;

    private LossyDisk(Path directory, Process process) throws IOException {
        this.directory = directory;
        this.process = process;
        this.commands = process.outputWriter(UTF_8);
        this.answers = process.inputReader(UTF_8);
        Assumptions.assumeTrue("mounted".equals(answers.readLine()), "only root may mount a file system of FUSE");
    }

    /** Mounts a new one at an empty directory; skips the test if that is not possible. */
    static LossyDisk mount(Path directory) throws IOException, InterruptedException {
        requireFusepy();
        Path files = Files.createDirectories(directory.resolveSibling(directory.getFileName() + ".files"));
        return new LossyDisk(
                directory,
                new ProcessBuilder(
                                PYTHON,
                                PROGRAM.toString(),
                                Files.createDirectories(directory).toString(),
                                files.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
    }

    private static void requireFusepy() throws IOException, InterruptedException {
        boolean isThere = Files.isExecutable(Path.of(PYTHON))
                && new ProcessBuilder(PYTHON, "-c", "import fusepy").start().waitFor() == 0;
        if (!isThere) {
            if (Variables.noSkips()) {
                Assertions.fail(MISSING);
            }
            Assumptions.abort(MISSING);
        }
    }

    Path directory() {
        return directory;
    }

    /**
     * Simulates a power failure. Processes with open files there must have been killed before.
     *
     * @return how much was lost
     */
    String lose(long seed) throws IOException {
        return obey("lose " + seed);
    }

    /**
     * Keeps data that is older than this, like an operating system that writes it back by itself.
     */
    void writesByItselfAfter(Duration age) throws IOException {
        obey("age " + age.toSeconds());
    }

    private String obey(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
        String answer = answers.readLine();
        if (answer == null) {
            throw new IllegalStateException("the file system ended at: " + command);
        }
        return answer;
    }

    /** Unmounts it; processes with open files there get errors. */
    @Override
    public void close() {
        try {
            commands.close();
            process.waitFor();
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
