package io.weir.standalone.probe;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of sensors that do not answer: pipes without a writer, which hang like a driver. */
@Timeout(60)
class HangingFilesTest {
    private static final Duration SOON = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private final HostTree host;
    private final Calls calls = new Calls();
    private final AtomicInteger late = new AtomicInteger();
    private final List<Path> pipes = new ArrayList<>();
    private KernelFiles files;

    HangingFilesTest(@TempDir Path root) {
        host = new HostTree(root);
        files = files(LONG, LONG, 1);
    }

    @AfterEach
    void end() throws IOException {
        release();
        calls.close();
    }

    private void release() throws IOException {
        for (Path pipe : pipes) {
            // The reader of a pipe gets its end once a writer has opened and closed it. One that reads, too, does not
            // wait for a reader.
            new RandomAccessFile(pipe.toFile(), "rw").close();
        }
    }

    @Test
    void theOtherFilesAreRead() throws IOException, InterruptedException {
        sensor("temp1", "40000").sensor("temp3", "42000").pipe("temp2");
        List<List<String>> both = measuredTwice(Duration.ofSeconds(1), LONG);
        assertThat(both).allSatisfy(round -> assertThat(round)
                .contains("temp1=40.0", "temp3=42.0")
                .noneMatch(each -> each.startsWith("temp2")));
        assertThat(late).as("it is left out").hasValue(1);
    }

    /**
     * Measures with a longer time limit if files that do not hang were late, too, as on a busy machine.
     * Each time with new files, which know of no late ones.
     */
    private List<List<String>> measuredTwice(Duration read, Duration retry) {
        late.set(0);
        files = files(read, retry, 8);
        List<List<String>> both = List.of(measured(files), measured(files));
        return late.get() > 1 && read.compareTo(LONGEST) < 0 ? measuredTwice(read.multipliedBy(2), retry) : both;
    }

    @Test
    void aFileIsTriedAgainOnceItsReadHasEnded() throws IOException, InterruptedException {
        sensor("temp1", "40000").pipe("temp2");
        assertThat(measuredTwice(SOON, Duration.ZERO))
                .allSatisfy(round -> assertThat(round).noneMatch(each -> each.startsWith("temp2")));
        assertThat(late).as("its read has not ended").hasValue(1);
        release();
        pipes.clear();
        Files.delete(host.root().resolve("sys/class/hwmon/hwmon0/temp2_input"));
        sensor("temp2", "41000");

        eventually("it is there", () -> measured(files).contains("temp2=41.0"));
    }

    @Test
    void theNumberOfThreadsThatHangIsBounded() throws IOException, InterruptedException {
        for (int i = 1; i <= 5; i++) {
            pipe("temp" + i);
        }
        sensor("temp9", "40000");
        files = files(SOON, LONG, 3);
        assertThat(measured(files)).isEmpty();
        assertThat(late).hasValue(3);
        release();
        eventually("it is read once one of them answers", () -> measured(files).contains("temp9=40.0"));
    }

    private HangingFilesTest sensor(String name, String value) throws IOException {
        host.file("sys/class/hwmon/hwmon0/" + name + "_input", value);
        return this;
    }

    private void pipe(String name) throws IOException, InterruptedException {
        Path pipe = host.root().resolve("sys/class/hwmon/hwmon0/" + name + "_input");
        Files.createDirectories(pipe.getParent());
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        pipes.add(pipe);
    }

    private KernelFiles files(Duration read, Duration retry, int hanging) {
        return new KernelFiles(host.root(), calls, new KernelFiles.Limits(read, retry, hanging), late::incrementAndGet);
    }

    /** The values of the sensors, such as {@code temp1=40.0}. */
    private static List<String> measured(KernelFiles files) {
        ProbeLines to = new ProbeLines("h", new TreeMap<>(), 1);
        to.startRound(7);
        new Sensors(files).collect(to);
        return to.round().points().stream()
                .map(point -> point.series().tags().get("feature") + "="
                        + point.values().get(0).number())
                .toList();
    }
}
