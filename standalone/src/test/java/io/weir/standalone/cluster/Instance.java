package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.Eventually;
import io.weir.standalone.WeirProcess;
import io.weir.standalone.meter.MeterSample;
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
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One instance of a service in its own process, which can be ended and started again on the same
 * ports, with this version of Weir.
 */
final class Instance implements AutoCloseable {

    /** Only detects a hang: on a machine with a load of 150, a start was seen to take more than two minutes. */
    static final Duration READY_WITHIN = Duration.ofMinutes(5);

    // Options for a fast start: these processes do not run for long.
    private static final String QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private final Path directory;
    private final String service;
    private final Map<String, String> environment;
    private final int metersPort = FreePorts.next();
    private final HttpClient http = HttpClient.newHttpClient();
    private WeirProcess process;

    /**
     * Starts it; returns immediately.
     *
     * @param before a clone of the version for the first start, if it is another one
     */
    Instance(Path directory, String service, Map<String, String> environment, Optional<Path> before)
            throws IOException {
        this.directory = directory;
        this.service = service;
        this.environment = new HashMap<>(environment);
        this.environment.put("WEIR_METERS_PORT", Integer.toString(metersPort));
        this.environment.merge("JDK_JAVA_OPTIONS", QUICK, (given, quick) -> quick + " " + given);
        process = before.isEmpty() ? start() : WeirProcess.startOf(before.get(), directory, this.environment, service);
    }

    /** Returns when it reports that it is ready. */
    Instance awaitReady() {
        try {
            Eventually.eventually(service + " is ready", READY_WITHIN, this::isReady);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ":\n" + process.output(), e);
        }
        return this;
    }

    /** Ends it as an operator does, starts it again, and returns when it is ready. */
    void restart() throws Exception {
        process.terminate();
        assertThat(process.awaitExit()).as("exit code of " + service).isEqualTo(143);
        process.close();
        process = start();
        awaitReady();
    }

    /** Kills it and starts another process in its place; returns immediately. */
    void replace() throws IOException {
        process.kill();
        process.close();
        process = start();
    }

    /**
     * Acts as its supervisor: replaces a process that has ended by itself. Returns the exit code,
     * or 0 if it runs.
     */
    int startIfEnded() throws IOException, InterruptedException {
        if (!process.hasEnded()) {
            return 0;
        }
        int code = process.awaitExit();
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

    /** Whether it reports that it is ready. */
    boolean isReady() {
        return ask("/health/ready").map(HttpResponse::statusCode).orElse(0) == 200;
    }

    /** Its answer about its health; empty if it does not answer. */
    String health() {
        return ask("/health/ready").map(HttpResponse::body).orElse("");
    }

    /** The present sum of a meter over all labels; 0 if it does not answer. */
    double meter(String name) {
        return ask("/metrics").map(page -> MeterSample.sum(page.body(), name)).orElse(0.0);
    }

    /** The present values of a meter by its label {@code reason}; none if it does not answer. */
    Map<String, Double> byReason(String name) {
        return ask("/metrics").stream()
                .flatMap(page -> MeterSample.all(page.body(), name))
                .filter(sample -> sample.name().equals(name))
                .collect(Collectors.toMap(
                        sample -> sample.labels().getOrDefault("reason", ""),
                        MeterSample::value,
                        Double::sum,
                        TreeMap::new));
    }

    private Optional<HttpResponse<String>> ask(String path) {
        HttpRequest ask = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + metersPort + path))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            return Optional.of(http.send(ask, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
