package io.weir.writer.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;

/** The places where a test finds an InfluxDB 1.x, each empty if it has none. */
final class InfluxDbSources {
    private static final String IMAGE = "influxdb:1.8";
    private static final int HTTP_PORT = 8086;
    private static final Duration IMAGES_WITHIN = Duration.ofSeconds(60);
    private static final Duration UP_WITHIN = Duration.ofSeconds(20);

    private InfluxDbSources() {}

    /** The server that {@code WEIR_TEST_INFLUXDB_URL} names, such as {@code http://127.0.0.1:8086}. */
    static Optional<InfluxDbServer> environment() {
        String url = System.getenv("WEIR_TEST_INFLUXDB_URL");
        if (url == null || url.isBlank()) {
            return Optional.empty();
        }
        InfluxDbServer named =
                new InfluxDbServer(url.replaceFirst("^[a-z0-9]+://", "").replaceFirst("/.*$", ""), () -> {});
        if (!named.answers()) {
            throw new IllegalStateException("WEIR_TEST_INFLUXDB_URL=" + url + " does not answer to /ping");
        }
        return Optional.of(named);
    }

    /** A container, if Docker answers and has or gets the images in time. */
    static Optional<InfluxDbServer> docker() {
        boolean isThere = System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock"));
        if (!isThere || !DockerClientFactory.instance().isDockerAvailable()) {
            return Optional.empty();
        }
        GenericContainer<?> container = new GenericContainer<>(IMAGE).withExposedPorts(HTTP_PORT);
        CompletableFuture<Void> start = CompletableFuture.runAsync(container::start);
        try {
            start.get(IMAGES_WITHIN.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // Without a network the images cannot come; a start that still succeeds must not stay behind.
            CompletableFuture<Void> unused = start.thenRun(container::stop);
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return Optional.of(awaited(
                new InfluxDbServer(container.getHost() + ":" + container.getMappedPort(HTTP_PORT), container::stop)));
    }

    /** A process on free ports with its data in a temporary directory, if {@code influxd} is on the PATH. */
    static Optional<InfluxDbServer> path() {
        Optional<Path> program = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, "influxd"))
                .filter(Files::isExecutable)
                .findFirst();
        return program.map(found -> {
            try {
                return awaited(process(found));
            } catch (IOException e) {
                throw new IllegalStateException("cannot start " + found, e);
            }
        });
    }

    private static InfluxDbServer process(Path program) throws IOException {
        Path directory = Files.createTempDirectory("weir-influxd");
        String address = "127.0.0.1:" + FreePort.find();
        ProcessBuilder builder = new ProcessBuilder(program.toString(), "-config", "/dev/null")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("influxd.log").toFile());
        builder.environment()
                .putAll(Map.of(
                        "INFLUXDB_META_DIR",
                        directory.resolve("meta").toString(),
                        "INFLUXDB_DATA_DIR",
                        directory.resolve("data").toString(),
                        "INFLUXDB_DATA_WAL_DIR",
                        directory.resolve("wal").toString(),
                        "INFLUXDB_HTTP_BIND_ADDRESS",
                        address,
                        "INFLUXDB_BIND_ADDRESS",
                        "127.0.0.1:" + FreePort.find(),
                        "INFLUXDB_REPORTING_DISABLED",
                        "true",
                        "INFLUXDB_MONITOR_STORE_ENABLED",
                        "false"));
        Process process = builder.start();
        return new InfluxDbServer(address, () -> end(process, directory));
    }

    private static void end(Process process, Path directory) {
        process.destroyForcibly().onExit().join();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new IllegalStateException("cannot remove " + directory, e);
        }
    }

    private static InfluxDbServer awaited(InfluxDbServer server) {
        long deadline = System.nanoTime() + UP_WITHIN.toNanos();
        while (!server.answers()) {
            if (System.nanoTime() > deadline) {
                server.end().run();
                throw new IllegalStateException("InfluxDB did not answer within " + UP_WITHIN.toSeconds() + " s");
            }
            Thread.onSpinWait();
        }
        return server;
    }
}
