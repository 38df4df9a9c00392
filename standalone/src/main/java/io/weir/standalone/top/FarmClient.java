package io.weir.standalone.top;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.weir.contract.http.HttpCalls;
import io.weir.contract.http.HttpFailure;
import io.weir.contract.service.DaemonThreads;
import io.weir.contract.service.Health;
import io.weir.contract.service.HealthReport;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks all services and the dashboard in parallel, so that a missing answer delays no other. */
final class FarmClient implements AutoCloseable {
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_READY = 503;
    /** Holds tens of thousands of alarms. */
    private static final int LONGEST_ANSWER = 32 << 20;

    private final HttpCalls calls;
    private final ExecutorService threads = Executors.newCachedThreadPool(DaemonThreads.named("weir-top"));
    private final Targets targets;
    private final Clock clock;

    /** @param answerWithin the longest wait for each answer */
    FarmClient(Targets targets, Duration answerWithin, Clock clock) {
        // With one limit for both, a host that answers nothing could look like a service that does not answer.
        this.calls = new HttpCalls(answerWithin.dividedBy(2), answerWithin, LONGEST_ANSWER);
        this.targets = targets;
        this.clock = clock;
    }

    /** The answers to a round of requests. */
    Round ask() throws InterruptedException {
        List<Future<PortAnswer>> ports = new ArrayList<>();
        for (int port : targets.ports()) {
            ports.add(threads.submit(() -> port(port)));
        }
        Future<DashboardAnswer> dashboard = threads.submit(this::dashboard);
        List<PortAnswer> answers = new ArrayList<>();
        for (Future<PortAnswer> port : ports) {
            answers.add(result(port));
        }
        return new Round(clock.instant(), answers, result(dashboard));
    }

    private static <T> T result(Future<T> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private PortAnswer port(int port) throws InterruptedException {
        HttpCalls.Answer health;
        try {
            health = calls.send(
                    HttpRequest.newBuilder(targets.page(port, "/health/ready")).build());
        } catch (ConnectException | HttpConnectTimeoutException e) {
            return new PortAnswer.NoService(port, false, HttpFailure.reason(e));
        } catch (IOException e) {
            return new PortAnswer.NoService(port, true, HttpFailure.reason(e));
        }
        Map<String, Health> services = services(health);
        if (services.isEmpty()) {
            return new PortAnswer.NoService(
                    port,
                    true,
                    "another program, or another version of Weir, answers, with HTTP status " + health.status());
        }
        try {
            return new PortAnswer.Services(port, services, Optional.of(meters(port)), "");
        } catch (IOException e) {
            return new PortAnswer.Services(port, services, Optional.empty(), HttpFailure.reason(e));
        }
    }

    /** The health of each service by name; empty if the answer is not one of Weir. */
    private static Map<String, Health> services(HttpCalls.Answer health) {
        if (health.status() != OK && health.status() != NOT_READY) {
            return Map.of();
        }
        try {
            return HealthReport.read(health.start()).services();
        } catch (JsonProcessingException e) {
            return Map.of();
        }
    }

    private PortMeters meters(int port) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(targets.page(port, "/metrics"));
        Optional<String> token = targets.token();
        if (token.isPresent()) {
            authorize(request, token.get());
        }
        HttpCalls.Answer page = calls.send(request.build());
        long nanos = System.nanoTime();
        if (page.status() == UNAUTHORIZED) {
            throw new IOException("the meters need another token: set WEIR_METERS_TOKEN");
        }
        if (page.status() != OK) {
            throw new IOException("the page of meters has HTTP status " + page.status());
        }
        return PortMeters.parse(page.body(), nanos);
    }

    private static void authorize(HttpRequest.Builder request, String token) throws IOException {
        try {
            request.header("Authorization", "Bearer " + token);
        } catch (IllegalArgumentException e) {
            // Its message has the token.
            throw new IOException("WEIR_METERS_TOKEN has a character that no token can have, such as a line break");
        }
    }

    private DashboardAnswer dashboard() throws InterruptedException {
        try {
            return DashboardReader.read(
                    api(DashboardReader.OVERVIEW), api(DashboardReader.SOURCES), api(DashboardReader.ALARMS));
        } catch (JsonProcessingException e) {
            return new DashboardAnswer.Failure("another program answers: " + e.getOriginalMessage());
        } catch (IOException e) {
            return new DashboardAnswer.Failure(HttpFailure.reason(e));
        }
    }

    private String api(String path) throws IOException, InterruptedException {
        HttpCalls.Answer answer = calls.send(
                HttpRequest.newBuilder(URI.create(targets.dashboard() + path)).build());
        if (answer.status() != OK) {
            throw new IOException(path + " has HTTP status " + answer.status());
        }
        return answer.body();
    }
}
