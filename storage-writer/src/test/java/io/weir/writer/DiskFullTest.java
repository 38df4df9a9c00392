package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.Awaited;
import io.weir.writer.testing.InfluxDbProcess;
import io.weir.writer.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real InfluxDB whose disk is temporarily full: a small memory disk, which only root can mount.
 */
@Tag("long")
class DiskFullTest {
    private static final long T = 1_700_000_000_000_000_000L;
    private static final int LINES = 10_000;

    private SmallDisk disk;

    @BeforeEach
    void mount(@TempDir Path directory) throws IOException {
        disk = SmallDisk.mountOrSkip(directory, 32);
    }

    @AfterEach
    void unmount() throws IOException {
        disk.close();
    }

    @ParameterizedTest(name = "InfluxDB {0}.x")
    @ValueSource(ints = {1, 2})
    void linesWaitUntilThereIsRoomAndNoneIsBlamed(int major) throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        Path data = Files.createDirectory(disk.directory().resolve("influxdb"));
        try (InfluxDbProcess influxDb = InfluxDbProcess.startIn(data, major);
                Parcel parcel = new Parcel(influxDb.url(), influxDb.token())) {
            assertThat(parcel.deliver(lines(random, 0))).isTrue();
            disk.fill();

            CompletableFuture<Boolean> delivery = CompletableFuture.supplyAsync(
                    () -> IntStream.range(1, 4).allMatch(batch -> parcel.deliver(lines(random, batch))));
            Awaited.until("the writer says so", () -> String.valueOf(parcel.state.trouble())
                    .contains("no space left"));
            Awaited.until("it tried again and again", () -> parcel.counted("weir.writer.retries") > 5);
            assertThat(delivery).isNotDone();
            disk.makeRoom();
            // Until a restart, it rejects all writes, even with free space.
            influxDb.stop();
            influxDb.start();

            assertThat(delivery.get(2, TimeUnit.MINUTES)).isTrue();
            assertThat(parcel.rejected).isEmpty();
            assertThat(influxDb.value("SELECT count(v) FROM full")).isEqualTo(Integer.toString(4 * LINES));
        }
    }

    /** Values that do not compress well. */
    private static String lines(SplittableRandom random, int batch) {
        return IntStream.range(0, LINES)
                .mapToObj(i -> "full,h=" + i % 10 + " v=" + random.nextDouble() + " " + (T + batch * (long) LINES + i))
                .collect(Collectors.joining("\n"));
    }
}
