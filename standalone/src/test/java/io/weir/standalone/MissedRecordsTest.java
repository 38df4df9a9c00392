package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingService;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.match.WordFilter;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.contract.service.Service;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.dashboard.journal.Journal;
import io.weir.dashboard.journal.JournalEntry;
import io.weir.dashboard.kafka.JournalReader;
import io.weir.notify.NotifierConfig;
import io.weir.notify.NotifierService;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingService;
import io.weir.relay.RelayConfig;
import io.weir.relay.RelayService;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Kafka deletes records before their reader, which is stopped, has read them. Each reader reports the
 * gap in its log, its meter and {@code metrics.rejected}, which raises an alarm, and goes on. Each test
 * has its own topics.
 */
@Tag("long")
@Tag("waits")
class MissedRecordsTest {
    private static final int UNREAD = 5;
    private static final long SECOND = 1_000;

    private static final Rules RULES = Rules.fixed(RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: group, match: {measurement: cpu}, fields: [v], functions: [sum], window: 1s, grace: 1s, by: [rack], as: group}
            alarms:
              - {name: hot, match: {measurement: cpu}, field: v, minor: {above: 90}, chatter: off}
            """));

    private static Path directory;
    private static RetentionBroker broker;
    private static TestTopics topics;
    private static Admin admin;
    private static int tests;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private KafkaSettings kafka;
    private Topics names;
    private OffsetsInKafka offsets;
    private long millis = System.currentTimeMillis() - 600 * SECOND;

    @BeforeAll
    static void startKafka(@TempDir Path temp) throws Exception {
        directory = temp;
        broker = RetentionBroker.start(temp.resolve("kafka"));
        topics = new TestTopics(broker.bootstrap());
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
    }

    @AfterAll
    static void stopKafka() {
        topics.close();
        admin.close();
        broker.close();
    }

    @BeforeEach
    void begin() {
        names = new Topics("missed" + ++tests + ".");
        kafka = new KafkaSettings(broker.bootstrap(), Map.of(), names, 1, (short) 1);
        offsets = new OffsetsInKafka(admin, names.prefix());
        TopicCreator.ensure(admin, kafka.declarations());
        log.start();
        logger().addAppender(log);
    }

    @AfterEach
    void forgetLog() {
        logger().detachAppender(log);
    }

    @Test
    void alarmingReportsMetrics() throws Exception {
        String metrics = names.alarming();
        try (AlarmingService alarming = alarming()) {
            start(alarming);
            line(metrics, "cpu,host=a v=1");
            offsets.awaitRead("weir-alarming", metrics);
            awaitState("weir-alarming-conditions-state");
        }
        Gap gap = deleteUnread("weir-alarming", metrics);
        line(metrics, "cpu,host=b v=99");
        tick(metrics);

        try (AlarmingService alarming = alarming()) {
            start(alarming);
            awaitReport("alarming", gap);
            topics.await(names.events(), "\"hot/b\"");
            topics.await(names.events(), "\"weir-intake/kafka\"");
            topics.await(names.events(), "\"weir-intake/alarming/" + metrics + "\"");
        }
    }

    @Test
    void processingReportsPartialResults() throws Exception {
        String partials = names.partials();
        try (ProcessingService processing = processing()) {
            start(processing);
            groups("first");
            offsets.awaitRead("weir-processing", partials);
            awaitState("weir-processing-merged");
        }
        Gap gap = deleteUnread("weir-processing", partials);

        try (ProcessingService processing = processing()) {
            start(processing);
            awaitReport("processing", gap);
            groups("second");
        }
        awaitAlarm("processing", partials);
    }

    @Test
    void theWebhookAndTheRelayReportTransitions() throws Exception {
        String events = names.events();
        String out = names.prefix() + "out";
        admin.createTopics(List.of(new NewTopic(out, 1, (short) 1))).all().get();
        List<String> posted = new CopyOnWriteArrayList<>();
        HttpServer hook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hook.createContext("/", exchange -> {
            try (exchange) {
                posted.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
                exchange.sendResponseHeaders(200, -1);
            }
        });
        hook.start();
        try {
            try (NotifierService notifier = notifier(hook);
                    RelayService relay = relay(out)) {
                start(notifier);
                start(relay);
                event(1);
                offsets.awaitRead("weir-notifier", events);
                offsets.awaitRead("weir-relay-there", events);
            }
            Gap gap = deleteUnread("weir-notifier", events);
            event(2);

            try (NotifierService notifier = notifier(hook);
                    RelayService relay = relay(out)) {
                start(notifier);
                start(relay);
                awaitReport("notifier", gap);
                awaitReport("relay", gap);
                eventually("the webhook goes on", () -> posted.size() == 2);
                assertThat(topics.read(out, 2)).hasSize(2);
            }
        } finally {
            hook.stop(0);
        }
        awaitAlarm("notifier", events);
        awaitAlarm("relay", events);
    }

    /** The real retention of Kafka, instead of a deletion by an administrator. */
    @Test
    void retentionOvertakesProcessing() throws Exception {
        String raw = names.raw();
        try (ProcessingService processing = processing()) {
            start(processing);
            line(raw, "memory,host=a v=1");
            offsets.awaitRead("weir-processing", raw);
            awaitState("weir-processing-series");
        }
        for (int i = 0; i < UNREAD; i++) {
            tick(raw);
        }
        Gap gap = new Gap(raw, offsets.committed("weir-processing", raw), offsets.end(raw));
        admin.incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, raw),
                        List.of(
                                new AlterConfigOp(new ConfigEntry("retention.ms", "60000"), AlterConfigOp.OpType.SET),
                                new AlterConfigOp(new ConfigEntry("segment.ms", "1000"), AlterConfigOp.OpType.SET))))
                .all()
                .get();
        eventually("retention has deleted all", () -> offsets.first(raw) == gap.to);
        millis = System.currentTimeMillis();
        line(raw, "memory,host=b v=1");

        try (ProcessingService processing = processing()) {
            start(processing);
            topics.await(names.storage(), "memory,host=b");
            awaitReport("processing", gap);
        }
        awaitAlarm("processing", raw);
    }

    /** The journal follows without a group, so only a running reader can be overtaken. */
    @Test
    void theJournalReportsTransitions() throws Exception {
        String events = names.events();
        Journal journal = new Journal(100);
        try (RejectedRecords rejected = new RejectedRecords("dashboard", kafka);
                JournalReader reader =
                        new JournalReader(kafka, journal, new MissedRecords("dashboard", meters, rejected))) {
            reader.start();
            event(0);
            eventually("it follows", () -> kept(journal).size() == 1);
            long end;
            // The reader waits for the journal, at the latest with the next transition.
            synchronized (journal) {
                for (int i = 1; i <= 20; i++) {
                    event(i);
                }
                end = offsets.end(events);
                admin.deleteRecords(Map.of(new TopicPartition(events, 0), RecordsToDelete.beforeOffset(end)))
                        .all()
                        .get();
            }
            event(21);
            eventually("it goes on", () -> kept(journal).contains(end));
            // Without the transition that it had fetched.
            List<Long> before = kept(journal).subList(1, kept(journal).size());
            assertThat(before).hasSizeLessThan(20);
            awaitReport("dashboard", new Gap(events, before.get(0) + 1, end));
        }
        awaitAlarm("dashboard", events);
    }

    /** The offsets of the transitions, the latest first. */
    private static List<Long> kept(Journal journal) {
        return journal
                .find(new Journal.Query(new WordFilter(""), Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, 100))
                .entries()
                .stream()
                .map(JournalEntry::position)
                .toList();
    }

    private record Gap(String topic, long from, long to) {
        /** As in {@code metrics.rejected}. */
        String source() {
            return topic + "/0/" + from + "-" + (to - 1);
        }
    }

    /** Writes records that the ended reader has not read, and has Kafka delete them. */
    private Gap deleteUnread(String group, String topic) throws ExecutionException, InterruptedException {
        for (int i = 0; i < UNREAD; i++) {
            topics.send(topic, "unread".getBytes(UTF_8));
        }
        Gap gap = new Gap(topic, offsets.committed(group, topic), offsets.end(topic));
        admin.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(gap.to)))
                .all()
                .get();
        assertThat(gap.to - gap.from).isGreaterThanOrEqualTo(UNREAD);
        return gap;
    }

    private void awaitReport(String service, Gap gap) {
        Rejection report = new Rejection(service, "retention-overtook", gap.source(), -1);
        eventually(report.toString(), () -> topics.readNow(names.rejected()).stream()
                .anyMatch(record -> Rejection.read(record.headers()).equals(report)));
        assertThat(meters.get("weir_records_missed")
                        .tag("service", service)
                        .tag("topic", gap.topic)
                        .counter()
                        .count())
                .isEqualTo((double) (gap.to - gap.from));
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .anyMatch(line -> line.startsWith(
                        service + " missed " + (gap.to - gap.from) + " records: Kafka deleted " + gap.source() + " "));
    }

    /** Alarming starts after the report. */
    private void awaitAlarm(String service, String topic) {
        try (AlarmingService alarming = alarming()) {
            start(alarming);
            topics.await(names.events(), "\"weir-intake/" + service + "/" + topic + "\"");
        }
    }

    /** Returns when a window of the group is stored. */
    private void groups(String rack) {
        line(names.raw(), "cpu,host=a,rack=" + rack + " v=1");
        for (int i = 0; i < 8; i++) {
            tick(names.raw());
        }
        topics.await(names.storage(), "group,rack=" + rack);
    }

    /** Sends a record with a line of the present second. */
    private void line(String topic, String line) {
        send(topic, line + " " + millis * 1_000_000);
    }

    /** Sends the tick of the next second. */
    private void tick(String topic) {
        millis += SECOND;
        send(topic, "");
    }

    private void send(String topic, String lines) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, 0, millis, null, lines.getBytes(UTF_8));
        record.headers().add(BatchHeaders.gateway("g1"));
        topics.send(record);
    }

    private void event(int number) {
        topics.send(names.events(), """
                {"id":"hot/%1$d","transition":"hot/%1$d#1","rule":"hot","ruleVersion":"v1","to":"UNACKNOWLEDGED",\
                "severity":"MAJOR","value":97.5,"threshold":95.0,"message":"hot","guidance":"","tags":{},\
                "eventTime":"1970-01-01T00:00:00Z","decisionTime":"1970-01-01T00:00:00Z"}""".formatted(number).getBytes(UTF_8));
    }

    /** A service that ends before its first checkpoint has no state, and would be treated as one that lost it. */
    private void awaitState(String store) {
        eventually("state is saved", () -> !topics.readNow(names.prefix() + store + "-changelog")
                .isEmpty());
    }

    private static void start(Service service) {
        service.start();
        eventually(service.name() + " is ready", () -> service.health().ready());
    }

    private AlarmingService alarming() {
        return new AlarmingService(
                AlarmingConfig.defaults().withStateDirectory(directory.resolve(names.prefix() + "alarming")),
                RULES,
                kafka,
                meters);
    }

    private ProcessingService processing() {
        return new ProcessingService(
                ProcessingConfig.defaults().withStateDirectory(directory.resolve(names.prefix() + "processing")),
                RULES,
                kafka,
                meters);
    }

    private NotifierService notifier(HttpServer hook) {
        String config = "webhook: {url: 'http://127.0.0.1:" + hook.getAddress().getPort() + "/'}";
        return new NotifierService(YamlSource.text("notifier.yaml", config).read(NotifierConfig::read), kafka, meters);
    }

    private RelayService relay(String topic) {
        String config = "sinks: {there: {read: [events], begin: oldest, kafka: {bootstrap: \"" + broker.bootstrap()
                + "\", topic: \"" + topic + "\"}}}";
        return new RelayService(YamlSource.text("relay.yaml", config).read(RelayConfig::read), kafka, meters);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(MissedRecords.class);
    }
}
