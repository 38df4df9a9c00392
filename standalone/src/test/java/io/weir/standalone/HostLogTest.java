package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.dashboard.kafka.HostLog;
import io.weir.dashboard.live.HostView;
import io.weir.dashboard.live.LiveHub;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Silent hosts stay known over restarts of a dashboard, by a topic of a real Kafka. */
class HostLogTest {
    private static final Duration EXPIRY = Duration.ofHours(1);
    private static final long MINUTE = 60_000;

    private final AtomicLong nowMillis = new AtomicLong(100 * MINUTE);

    private final Clock clock = new Clock() {
        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(nowMillis.get());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    };

    @Test
    void aRestartKnowsSilentHostsUntilTheyExpire(@TempDir Path directory) {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next())) {
            KafkaSettings kafka = new KafkaSettings(broker.bootstrap(), Map.of(), new Topics("a."), 1, (short) 1);
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
                TopicCreator.ensure(admin, kafka.declarations());
            }
            LiveHub first = hub();
            LiveHub other = hub();
            try (HostLog log = log(kafka, first);
                    HostLog beside = log(kafka, other)) {
                take(first, "cpu,hostname=flp1 v=1", nowMillis.get() - 5_000);
                take(first, "cpu v=1", nowMillis.get());
                log.start();
                beside.start();
                eventually("another dashboard knows it", () -> seen(other, "flp1") == 100 * MINUTE - 5_000);
                take(first, "cpu,hostname=flp1 v=2", nowMillis.get() + 70_000);
                take(first, "cpu,host=flp2 v=2", nowMillis.get() + 70_000);
                nowMillis.addAndGet(75_000);
                eventually("it is noted again", () -> seen(other, "flp1") == 100 * MINUTE + 70_000);
                take(first, "cpu,hostname=flp1 v=3", nowMillis.get() + 1_000);
            }
            LiveHub second = hub();
            try (HostLog log = log(kafka, second)) {
                log.start();
                eventually("it has read all", () -> log.health().ready());
                assertThat(second.hosts())
                        .containsExactlyInAnyOrder(
                                new HostView("hostname", "flp1", 0, 100 * MINUTE + 76_000, 0, 0),
                                new HostView("host", "flp2", 0, 100 * MINUTE + 70_000, 0, 0));
            }
            nowMillis.addAndGet(EXPIRY.toMillis() - 1_000);
            LiveHub third = hub();
            try (HostLog log = log(kafka, third)) {
                log.start();
                eventually("it has read all", () -> log.health().ready());
                assertThat(third.hosts()).extracting(HostView::host).containsExactly("flp1");
            }
            nowMillis.addAndGet(-EXPIRY.toMillis());
            LiveHub fourth = hub();
            try (HostLog log = log(kafka, fourth)) {
                log.start();
                eventually("it has read all", () -> log.health().ready());
                assertThat(fourth.hosts())
                        .as("the expired host is deleted from the topic")
                        .extracting(HostView::host)
                        .containsExactly("flp1");
            }
        }
    }

    @Test
    void dashboardsOfDifferentExpiriesDoNotNoteAndDeleteAHostInTurn(@TempDir Path directory) {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            KafkaSettings kafka = new KafkaSettings(broker.bootstrap(), Map.of(), new Topics("a."), 1, (short) 1);
            TopicCreator.ensure(admin, kafka.declarations());
            LiveHub shortHub = hub();
            LiveHub longHub = hub();
            take(longHub, "cpu,hostname=flp1 v=1", nowMillis.get() - 5_000);
            try (HostLog log = log(kafka, shortHub);
                    HostLog beside = new HostLog(kafka, longHub, EXPIRY.multipliedBy(2), clock)) {
                log.start();
                beside.start();
                eventually("the other knows it", () -> seen(shortHub, "flp1") > 0);
                nowMillis.addAndGet(EXPIRY.toMillis());
                eventually("it is deleted", () -> records(admin, kafka) == 2);
                for (int i = 0; i < 3; i++) {
                    String marker = "inspected" + i;
                    take(longHub, "cpu,hostname=" + marker + " v=1", nowMillis.get());
                    nowMillis.addAndGet(11_000);
                    eventually("another inspection", () -> seen(shortHub, marker) > 0);
                }
                assertThat(records(admin, kafka)).isEqualTo(2 + 3);
                nowMillis.addAndGet(MINUTE);
                take(longHub, "cpu,hostname=flp1 v=1", nowMillis.get());
                nowMillis.addAndGet(11_000);
                eventually("a host that sends again is noted again", () -> seen(shortHub, "flp1") > 160 * MINUTE);
            }
        }
    }

    private static long records(Admin admin, KafkaSettings kafka) {
        TopicPartition hosts = new TopicPartition(kafka.topics().hosts(), 0);
        return admin.listOffsets(Map.of(hosts, OffsetSpec.latest()))
                .partitionResult(hosts)
                .toCompletionStage()
                .toCompletableFuture()
                .join()
                .offset();
    }

    private static LiveHub hub() {
        return new LiveHub(10, List.of("hostname", "host"));
    }

    private HostLog log(KafkaSettings kafka, LiveHub hub) {
        return new HostLog(kafka, hub, EXPIRY, clock);
    }

    private static long seen(LiveHub hub, String host) {
        return hub.host(host).map(HostView::seenMillis).orElse(0L);
    }

    private static void take(LiveHub hub, String line, long millis) {
        hub.take((line + " " + millis + "000000").getBytes(UTF_8), millis);
    }
}
