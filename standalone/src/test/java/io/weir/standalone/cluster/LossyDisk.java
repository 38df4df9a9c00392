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
 * A file system that loses what was not forced when its power fails: {@code lossy_disk.py} says exactly how. Where
 * fusepy is missing, the test is skipped with a line that says what to install; with {@code WEIR_TEST_NO_SKIPS=true} it fails instead.
 * Only root may mount one, where the kernel has FUSE: elsewhere the test is skipped, always.
 */
final class LossyDisk implements AutoCloseable {

    /** Debian's, which has Debian's packages. */
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

    /** A new one in an empty directory; skips the test where there can be none. */
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
     * The power fails. Whoever had files open there has been killed before.
     *
     * @return how much was lost
     */
    String lose(long seed) throws IOException {
        return obey("lose " + seed);
    }

    /** What is older is not lost, as an operating system writes it by itself. */
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

    /** Unmounts it; whatever still has files open there gets errors. */
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
