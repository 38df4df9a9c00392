package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two instances of each service at three brokers. Each service in turn is restarted, as in an
 * upgrade; it is a real one if {@code -Dweir.test.before} names a built clone of an older version.
 * Then a broker is killed, and returns. All this happens under load, of which nothing may be lost,
 * counted twice or reported twice.
 */
@Tag("nightly")
class FarmTest {
    private static final Topics TOPICS = new Topics("");
    private static final int PARTITIONS = 4;
    private static final int BROKERS_KILLED = Integer.getInteger("weir.test.farm.brokers", 1);
    private static final int BROKERS_ENDED = Integer.getInteger("weir.test.farm.brokers.ended", 0);

    private static final Optional<Path> BEFORE =
            Optional.ofNullable(System.getProperty("weir.test.before")).map(Path::of);

    /**
     * On an idle machine it is a few seconds, which the test prints; this limit only detects a
     * hang. A busy machine also needs the time of the slowest start.
     */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final Brokers brokers;
    private final EmbeddedQuestDb questDb;
    private final FarmServices services;
    private final FarmAccount account;
    private final List<AutoCloseable> running = new ArrayList<>();
    private final int[] inputPorts = {FreePorts.next(), FreePorts.next()};
    private long slowestStartNanos;

    FarmTest(@TempDir Path directory) throws IOException {
        brokers = new Brokers(directory, 3);
        questDb = new EmbeddedQuestDb(directory.resolve("questdb")).start();
        account = new FarmAccount(questDb, brokers.bootstrap());
        services = new FarmServices(directory, brokers, questDb, PARTITIONS, FarmRules.TEXT);
        TopicCreator.ensure(brokers.admin(), brokers.settings(PARTITIONS).declarations());
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : running) {
            each.close();
        }
        questDb.close();
        brokers.close();
    }

    @Test
    void servicesAreReplacedAndBrokersKilledUnderLoadAndNothingIsLostOrRepeated() throws Exception {
        List<Instance> gateways = two("gateway");
        Map<String, List<Instance>> others = new LinkedHashMap<>();
        for (String service : List.of("processing", "alarming", "writer")) {
            others.put(service, two(service));
        }
        gateways.forEach(Instance::awaitReady);
        others.values().forEach(both -> both.forEach(Instance::awaitReady));
        FarmLoad load = new FarmLoad(inputPorts[0]);
        running.add(0, load);
        eventually("the first is stored", () -> account.stored() > 0);
        Pauses pauses = new Pauses(brokers.bootstrap(), TOPICS.storage());
        running.add(0, pauses);
        Map<String, Duration> longest = new TreeMap<>();

        for (int which = 0; which < gateways.size(); which++) {
            // Like a load balancer: sends nothing more to the gateway that will be ended.
            load.hold();
            load.goOn(inputPorts[1 - which]);
            restart(gateways.get(which));
        }
        longest.put("gateway", pauses.longest());
        for (Map.Entry<String, List<Instance>> service : others.entrySet()) {
            for (Instance one : service.getValue()) {
                restart(one);
            }
            longest.put(service.getKey(), pauses.longest());
        }
        for (int broker = 0; broker < BROKERS_ENDED; broker++) {
            brokers.end(broker);
            goOnWithout(broker, load);
        }
        if (BROKERS_ENDED > 0) {
            longest.put("broker ended", pauses.longest());
        }
        for (int broker = 0; broker < BROKERS_KILLED; broker++) {
            brokers.kill(broker);
            goOnWithout(broker, load);
        }
        longest.put("broker killed", pauses.longest());
        load.end();

        System.out.println("FarmTest: longest pauses " + longest
                + BEFORE.map(clone -> ", after an upgrade from " + clone).orElse(""));
        account.check(load);
        assertThat(load.doubts()).as("posts without an answer").containsOnly(0);
        longest.remove("broker killed");
        assertThat(longest).as("longest pauses").allSatisfy((service, pause) -> assertThat(pause)
                .as(service)
                .isLessThan(LONGEST_PAUSE.plusNanos(slowestStartNanos)));
    }

    private void restart(Instance one) throws Exception {
        long beganNanos = System.nanoTime();
        one.restart();
        slowestStartNanos = Math.max(slowestStartNanos, System.nanoTime() - beganNanos);
    }
    /** Returns when more was accepted without the broker and the broker has caught up. */
    private void goOnWithout(int broker, FarmLoad load) throws IOException {
        int before = load.accepted();
        eventually("more is accepted", () -> load.accepted() > before + 50);
        brokers.restart(broker, TOPICS.raw());
    }

    private List<Instance> two(String service) throws IOException {
        return List.of(instance(service, 0), instance(service, 1));
    }

    private Instance instance(String service, int which) throws IOException {
        Instance started = services.start(service, which, inputPorts[which], BEFORE);
        running.add(0, started);
        return started;
    }
}
