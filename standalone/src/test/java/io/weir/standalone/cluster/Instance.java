package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.Eventually;
import io.weir.standalone.WeirProcess;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** One instance of a service, in a process of its own, that is ended and started again on the same ports, as this version of Weir. */
final class Instance implements AutoCloseable {

    // The code that starts faster: these processes do not run for long.
    private static final String QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private final Path directory;
    private final String service;
    private final Map<String, String> environment;
    private final int metersPort = FreePorts.next();
    private final HttpClient http = HttpClient.newHttpClient();
    private WeirProcess process;

    /**
     * Starts it; returns at once.
     *
     * @param before a clone of the version that it is at first, if that is another one
     */
    Instance(Path directory, String service, Map<String, String> environment, Optional<Path> before)
            throws IOException {
        this.directory = directory;
        this.service = service;
        this.environment = new HashMap<>(environment);
        this.environment.put("WEIR_METERS_PORT", Integer.toString(metersPort));
        this.environment.put("JDK_JAVA_OPTIONS", QUICK);
        process = before.isEmpty() ? start() : WeirProcess.startOf(before.get(), directory, this.environment, service);
    }

    /** Returns once it says that it works. */
    Instance awaitReady() {
        try {
            Eventually.eventually(service + " is ready", Duration.ofSeconds(90), this::isReady);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ":\n" + process.output(), e);
        }
        return this;
    }

    /** Ends it as an operator does, starts it again, and returns once it is ready. */
    void restart() throws Exception {
        process.terminate();
        assertThat(process.awaitEnd()).as("exit code of " + service).isEqualTo(143);
        process.close();
        process = start();
        awaitReady();
    }

    /** {@code kill -9}, and another process in its place; returns at once. */
    void replace() throws IOException {
        process.kill();
        process.close();
        process = start();
    }

    /** As its supervisor does: if it has ended by itself, another process takes its place. Returns the exit code, or 0 if it runs. */
    int startIfEnded() throws IOException, InterruptedException {
        if (!process.hasEnded()) {
            return 0;
        }
        int code = process.awaitExit(Duration.ZERO);
        process.close();
        process = start();
        return code;
    }

    WeirProcess process() {
        return process;
    }

    private WeirProcess start() throws IOException {
        return WeirProcess.start(directory, environment, service);
    }

    /** Whether it says that it works. */
    boolean isReady() {
        HttpRequest ask = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + metersPort + "/health/ready"))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            return http.send(ask, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
