package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.TestTopics;
import io.weir.standalone.cluster.BitOracle.Bits;
import io.weir.standalone.cluster.BitOracle.Result;
import io.weir.standalone.cluster.GroupOracle.Window;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gateway with {@code aggregate}, processing and the writer are killed at random moments, the gateway
 * also while Kafka does not answer. Last, the gateway is restarted regularly.
 *
 * <p>Lines over HTTP are acknowledged, and therefore not aggregated. All of them count once, although
 * unanswered ones are posted again. Lines over TCP are aggregated. None counts twice, and a kill of the
 * gateway loses only those received after its last tick: other kills and the regular restart lose none.
 */
@Tag("nightly")
class AggregationKillTest {
    /** Rounds of one kill of each kind. */
    private static final int ROUNDS = Integer.getInteger("weir.test.aggregation.rounds", 1);

    /** Longer than a gateway is away on an idle machine: a line that is posted again is in time. */
    private static final int GRACE_SECONDS = 20;

    /** Short, so that windows close during the kills: lines over TCP are not sent again. */
    private static final int GRACE_OF_AGGREGATES = 3;

    /** The load sends five a second, and the gateway ticks once a second. */
    private static final int LEAST_BODIES = 5;

    private static final int MOST_BODIES = 15;
    private static final Duration WITHIN = Duration.ofMinutes(2);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final int tcpPort = FreePorts.next();
    private final Farm farm;

    private interface Kill {
        void happen() throws Exception;
    }

    AggregationKillTest(@TempDir Path directory) throws IOException {
        farm = new Farm(directory, new Brokers(directory, 1), BitAccount.rules(GRACE_SECONDS, GRACE_OF_AGGREGATES))
                .createTopics()
                .with(
                        "gateway",
                        Map.of(
                                "WEIR_GATEWAY_TCP_ENABLED",
                                "true",
                                "WEIR_GATEWAY_TCP_PORT",
                                Integer.toString(tcpPort),
                                "WEIR_GATEWAY_AGGREGATE",
                                "[{measurement: job, by: [host], fields: [v]}]"));
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void acknowledgedLinesCountOnceAndAggregatesNeverTwice() throws Exception {
        System.out.println("AggregationKillTest: repeat with -Dweir.test.seed=" + seed);
        farm.start();
        try (StreamedBits tcp = new StreamedBits(
                        tcpPort, () -> (int) farm.service("gateway").meter("weir_gateway_aggregated_total"));
                BitLoad posted = new BitLoad(new PostedBits(farm.inputPort()), new Random(seed));
                BitLoad streamed = new BitLoad(tcp, new Random(seed + 1))) {
            for (Kill kill : kills(posted, streamed)) {
                awaitMore(posted, streamed);
                kill.happen();
                farm.awaitReady();
            }
            awaitMore(posted, streamed);
            posted.end();
            streamed.end();
            long endedMillis = System.currentTimeMillis();
            farm.service("gateway").restart();

            check(posted.sent(), bits -> isInTime(bits, GRACE_SECONDS), farm.bitAccount()::ofLines);
            GatewayLives lives = lives().endedAt(endedMillis);
            check(
                    streamed.sent(),
                    bits -> isInTime(bits, GRACE_OF_AGGREGATES)
                            && lives.keep(bits.receivedMillis().getAsLong()),
                    farm.bitAccount()::ofAggregates);
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }

    private List<Kill> kills(BitLoad posted, BitLoad streamed) {
        List<Kill> kills = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<Kill> each = new ArrayList<>(List.of(
                    () -> farm.service("gateway").replace(),
                    () -> farm.service("processing").replace(),
                    () -> farm.service("writer").replace(),
                    () -> {
                        farm.brokers().suspend(0);
                        awaitMore(posted, streamed);
                        farm.service("gateway").replace();
                        farm.brokers().resume(0);
                    }));
            Collections.shuffle(each, random);
            kills.addAll(each);
        }
        return kills;
    }

    /** Returns when the gateway has received a random number of further bodies of both. */
    private void awaitMore(BitLoad posted, BitLoad streamed) {
        int more = LEAST_BODIES + random.nextInt(MOST_BODIES - LEAST_BODIES + 1);
        int fromPosted = posted.received();
        int fromStreamed = streamed.received();
        farm.await(
                more + " bodies of each load are received",
                WITHIN,
                () -> posted.received() >= fromPosted + more && streamed.received() >= fromStreamed + more);
    }

    /** Whether values were certainly received before their window could close. */
    private static boolean isInTime(Bits bits, int graceSeconds) {
        return bits.receivedMillis().orElse(Long.MAX_VALUE) < bits.window().end() + graceSeconds * 1_000L;
    }

    private GatewayLives lives() {
        try (TestTopics topics = new TestTopics(farm.brokers().bootstrap())) {
            return GatewayLives.read(topics);
        }
    }

    private void check(List<Bits> sent, Predicate<Bits> mustCount, Supplier<Map<Window, Result>> results) {
        List<Bits> must = sent.stream().filter(mustCount).toList();
        assertThat(must).as("values that must count").hasSizeGreaterThan(sent.size() / 4);
        Map<String, Long> last = new TreeMap<>();
        must.forEach(bits -> last.merge(bits.window().group(), bits.window().begin(), Math::max));
        farm.await("the last window of each host is stored: " + last, WITHIN, () -> last.entrySet().stream()
                .allMatch(host -> results.get().keySet().stream()
                        .anyMatch(
                                window -> window.group().equals(host.getKey()) && window.begin() >= host.getValue())));
        System.out.printf(
                "AggregationKillTest: %s: %d of %d parts of windows must count%n",
                last.keySet(), must.size(), sent.size());
        assertThat(BitOracle.mistakes(sent, mustCount, results.get())).isEmpty();
    }
}
