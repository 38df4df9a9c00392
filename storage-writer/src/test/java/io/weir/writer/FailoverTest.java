package io.weir.writer;

import static io.weir.writer.StoreContract.T;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.writer.ScriptedServer.Answer;
import io.weir.writer.ScriptedServer.Request;
import io.weir.writer.testing.Awaited;
import io.weir.writer.testing.InfluxDbProcess;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Delivers lines to stores with several addresses. */
class FailoverTest {
    private static final Answer STORED = new Answer(204);

    /** Batches of ten lines, each with a time of its own. */
    private static final class Sender {
        private final Parcel parcel;
        private int sent;
        private long longestNanos;

        Sender(Parcel parcel) {
            this.parcel = parcel;
        }

        void send(int batches) {
            for (int batch = 0; batch < batches; batch++) {
                StringBuilder lines = new StringBuilder();
                for (int line = 0; line < 10; line++) {
                    lines.append("m,host=a v=1 ").append(T + sent++).append('\n');
                }
                long began = System.nanoTime();
                assertThat(parcel.deliver(lines.toString())).isTrue();
                longestNanos = Math.max(longestNanos, System.nanoTime() - began);
            }
        }
    }

    private static Set<Long> times(InfluxDbProcess server) {
        Set<Long> times = new HashSet<>();
        for (JsonNode row : server.series("SELECT v FROM m").path("values")) {
            times.add(row.path(0).asLong());
        }
        return times;
    }

    private static String both(ScriptedServer one, ScriptedServer other) {
        return "victoriametrics://" + one.address() + "," + other.address();
    }

    private static Set<String> batches(ScriptedServer server) {
        return server.requests.stream()
                .map(Request::body)
                .filter(body -> body.startsWith("m"))
                .collect(Collectors.toSet());
    }

    private static int writes(ScriptedServer server) {
        return (int) server.requests.stream()
                .filter(request -> request.body().startsWith("m"))
                .count();
    }

    /** Two databases stand for two addresses of a cluster. Each line is in one of them. */
    @Test
    void anAddressThatIsKilledCostsNoLineAndComesBack() {
        try (InfluxDbProcess one = InfluxDbProcess.start(1);
                InfluxDbProcess other = InfluxDbProcess.start(1);
                Parcel parcel = new Parcel(
                        one.url().replace("/metrics", "," + other.url().substring("influxdb1://".length())))) {
            Sender sender = new Sender(parcel);
            sender.send(20);
            assertThat(times(one)).hasSize(100);
            assertThat(times(other)).hasSize(100);

            one.kill();
            sender.send(50);
            assertThat(parcel.addresses.leftOut()).singleElement().asString().startsWith(one.url() + ": ");
            assertThat(parcel.state.trouble()).isNull();

            one.start();
            Awaited.until("the killed address gets lines again", () -> {
                sender.send(1);
                return parcel.addresses.leftOut().isEmpty();
            });
            sender.send(20);

            Set<Long> all = times(one);
            assertThat(all).hasSizeGreaterThanOrEqualTo(200);
            all.addAll(times(other));
            assertThat(all).hasSize(sender.sent);
            assertThat(parcel.rejected).isEmpty();
            // Refused connections cost no time; a loaded machine needs some, but less than the timeout of 30 s.
            assertThat(TimeUnit.NANOSECONDS.toSeconds(sender.longestNanos)).isLessThan(25);
        }
    }

    @Test
    void anAddressThatDoesNotAnswerDelaysOneBatch() {
        CountDownLatch end = new CountDownLatch(1);
        try (ScriptedServer hung = new ScriptedServer(request -> waiting(end));
                ScriptedServer other = new ScriptedServer(request -> STORED);
                Parcel parcel = new Parcel(both(hung, other), Optional.empty(), Duration.ofMillis(300))) {
            new Sender(parcel).send(5);

            // One try in the first pause of 1 s, which five batches may outlast on a loaded machine.
            assertThat(hung.requests).hasSizeBetween(1, 4);
            // A write that took longer than the short timeout was repeated.
            assertThat(batches(other)).hasSize(5);
            assertThat(parcel.state.trouble()).isNull();
            end.countDown();
        }
    }

    private static Answer waiting(CountDownLatch end) {
        try {
            end.await(2, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return STORED;
    }

    @Test
    void refusedLinesAreNoFailureOfAnAddress() {
        Function<Request, Answer> script =
                request -> request.body().contains("bad") ? new Answer(400, "bad line") : STORED;
        try (ScriptedServer one = new ScriptedServer(script);
                ScriptedServer other = new ScriptedServer(script);
                Parcel parcel = new Parcel(both(one, other))) {
            for (int i = 0; i < 6; i++) {
                assertThat(parcel.deliver("m v=1 " + T + "\nmbad v=1 " + T + "\nm v=2 " + T))
                        .isTrue();
                assertThat(parcel.addresses.leftOut()).isEmpty();
            }
            assertThat(parcel.rejectedLines()).hasSize(6).containsOnly("mbad v=1 " + T);
            assertThat(writes(one)).isEqualTo(writes(other)).isPositive();
        }
    }

    /** Another address fails on everything, so that the working one decides. */
    @Test
    void aLineThatBreaksTheOnlyWorkingAddressIsRefusedAlone() {
        AtomicBoolean isBroken = new AtomicBoolean();
        try (ScriptedServer one = new ScriptedServer(
                        request -> isBroken.get() && !request.body().isEmpty() ? new Answer(500, "no disk") : STORED);
                ScriptedServer other = new ScriptedServer(
                        request -> request.body().contains("breaks") ? new Answer(500, "panic") : STORED);
                Parcel parcel = new Parcel(both(one, other))) {
            assertThat(parcel.deliver("m v=1 " + T)).isTrue();
            isBroken.set(true);
            assertThat(parcel.deliver("m v=2 " + T + "\nmbreaks v=1 " + T + "\nm v=3 " + T))
                    .isTrue();
            assertThat(parcel.deliver("m v=4 " + T)).isTrue();

            assertThat(parcel.rejectedLines()).containsExactly("mbreaks v=1 " + T);
            assertThat(parcel.state.trouble()).isNull();
        }
    }

    @Test
    void aLineThatBreaksAServerIsRefusedAlthoughAnotherIsDown() {
        try (ScriptedServer down = new ScriptedServer(request -> STORED);
                ScriptedServer up = new ScriptedServer(
                        request -> request.body().contains("breaks") ? new Answer(500, "panic") : STORED);
                Parcel parcel = new Parcel(both(down, up))) {
            assertThat(parcel.deliver("m v=1 " + T)).isTrue();
            assertThat(parcel.deliver("m v=1 " + T)).isTrue();
            end(down);
            assertThat(deliver(parcel, "m v=2 " + T + "\nmbreaks v=1 " + T + "\nm v=3 " + T))
                    .isTrue();

            assertThat(parcel.rejectedLines()).containsExactly("mbreaks v=1 " + T);
            assertThat(parcel.rejected.get(0).reason()).isEqualTo("store-refused: HTTP 500: panic");
            assertThat(parcel.state.trouble()).isNull();
            assertThat(parcel.addresses.leftOut()).singleElement().asString().contains(down.address());
        }
    }

    @Test
    void aLargeBatchIsDividedAlthoughAnotherAddressIsDown() {
        try (ScriptedServer down = new ScriptedServer(request -> STORED);
                ScriptedServer up = new ScriptedServer(
                        request -> request.body().length() > 60_000 ? new Answer(429, "too many") : STORED);
                Parcel parcel = new Parcel(both(down, up))) {
            end(down);
            // The unreachable address is left out, and so asked last.
            assertThat(parcel.deliver("m v=1 " + T)).isTrue();
            assertThat(parcel.deliver("m v=1 " + T)).isTrue();
            assertThat(deliver(parcel, ("m v=1 " + T + "\n").repeat(4_000))).isTrue();
            assertThat(parcel.rejected).isEmpty();
        }
    }

    private static void end(ScriptedServer server) {
        server.close();
    }

    /** False after two minutes. */
    private static boolean deliver(Parcel parcel, String lines) {
        CountDownLatch stop = new CountDownLatch(1);
        CompletableFuture<Boolean> delivery =
                CompletableFuture.supplyAsync(() -> parcel.deliver(Parcel.batch(lines), stop));
        try {
            return delivery.completeOnTimeout(false, 2, TimeUnit.MINUTES).join();
        } finally {
            stop.countDown();
        }
    }

    @Test
    @Tag("long")
    void aLineThatBreaksEveryAddressIsRefusedAlone() {
        Function<Request, Answer> script =
                request -> request.body().contains("breaks") ? new Answer(500, "panic") : STORED;
        try (ScriptedServer one = new ScriptedServer(script);
                ScriptedServer other = new ScriptedServer(script);
                Parcel parcel = new Parcel(both(one, other))) {
            assertThat(parcel.deliver("m v=1 " + T)).isTrue();
            assertThat(parcel.deliver("m v=2 " + T + "\nmbreaks v=1 " + T + "\nm v=3 " + T))
                    .isTrue();

            assertThat(parcel.rejectedLines()).containsExactly("mbreaks v=1 " + T);
            assertThat(parcel.rejected.get(0).reason()).isEqualTo("store-refused: HTTP 500: panic");
            assertThat(parcel.state.trouble()).isNull();
        }
    }

    @Test
    void anAddressWithATroubleOfItsOwnGetsNoBatches() {
        AtomicInteger status = new AtomicInteger(503);
        try (ScriptedServer one = new ScriptedServer(request -> new Answer(status.get(), "not now", "1"));
                ScriptedServer other = new ScriptedServer(request -> STORED);
                Parcel parcel = new Parcel(both(one, other))) {
            for (int each : new int[] {503, 500, 401, 404, 429}) {
                status.set(each);
                Awaited.until(
                        "left out by " + each,
                        () -> parcel.deliver("m v=1 " + T)
                                && parcel.addresses.leftOut().size() == 1
                                && parcel.addresses.leftOut().get(0).contains("HTTP " + each));
                assertThat(parcel.state.trouble()).isNull();
                status.set(204);
                Awaited.until(
                        "back after " + each,
                        () -> parcel.deliver("m v=1 " + T)
                                && parcel.addresses.leftOut().isEmpty());
            }
            assertThat(parcel.rejected).isEmpty();
        }
    }

    @Test
    void theStoreIsAwayIfAllAddressesAre() {
        AtomicBoolean isAway = new AtomicBoolean(true);
        Function<Request, Answer> script = request -> isAway.get() ? new Answer(503, "not now") : STORED;
        try (ScriptedServer one = new ScriptedServer(script);
                ScriptedServer other = new ScriptedServer(script);
                Parcel parcel = new Parcel(both(one, other))) {
            assertThat(parcel.trouble("m v=1 " + T))
                    .contains("all addresses are away: ")
                    .contains(one.address() + ": HTTP 503: not now")
                    .contains(other.address() + ": HTTP 503: not now");

            CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> parcel.deliver("m v=2 " + T));
            int asked = one.requests.size();
            Awaited.until("tried again", () -> one.requests.size() > asked + 1);
            isAway.set(false);
            assertThat(waiting.join()).isTrue();
            assertThat(parcel.state.trouble()).isNull();
        }
    }

    @Test
    void aCanceledWriteLeavesNoAddressOut() {
        CountDownLatch end = new CountDownLatch(1);
        try (ScriptedServer one = new ScriptedServer(request -> waiting(end));
                ScriptedServer other = new ScriptedServer(request -> waiting(end));
                Parcel parcel = new Parcel(both(one, other))) {
            CountDownLatch stop = new CountDownLatch(1);
            CompletableFuture<Boolean> delivery =
                    CompletableFuture.supplyAsync(() -> parcel.deliver(Parcel.batch("m v=1 " + T), stop));
            Awaited.until("a request waits", () -> !one.requests.isEmpty() || !other.requests.isEmpty());
            stop.countDown();
            parcel.cancel();

            assertThat(delivery.join()).isFalse();
            assertThat(parcel.addresses.leftOut()).isEmpty();
            end.countDown();
        }
    }
}
