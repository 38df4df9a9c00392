package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleText;
import io.weir.contract.rule.match.TableSource;
import io.weir.contract.rulebook.RuleBook;
import io.weir.contract.rulebook.RuleBook.UntilPublished;
import io.weir.contract.rulebook.RulePublisher;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Rules published to an in-process Kafka and read from it. Each test has its own topics. */
class RuleBookTest {

    private static final byte[] ONE = "version: 1 # one\n".getBytes(UTF_8);
    private static final byte[] OTHER = "version: 1 # another\n".getBytes(UTF_8);
    private static final byte[] LOOKUP = """
            version: 1
            enrich:
              - {name: rack, match: {measurement: cpu}, lookup: {file: t/hosts.csv, by: host, add: rack}}
            """.getBytes(UTF_8);
    private static final byte[] WRONG = "version: 1\nalarmz: []\n".getBytes(UTF_8);

    private static EmbeddedBroker broker;
    private static int tests;

    private final KafkaSettings kafka;
    private final RulePublisher publisher;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    RuleBookTest() {
        kafka = new KafkaSettings(broker.bootstrap(), Map.of(), new Topics("test" + ++tests + "."), 3, (short) 1);
        publisher = new RulePublisher(kafka);
    }

    @BeforeAll
    static void startBroker(@TempDir Path directory) {
        broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
    }

    @AfterAll
    static void closeBroker() {
        broker.close();
    }

    @BeforeEach
    void createTopics() {
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            TopicCreator.ensure(admin, kafka.declarations());
        }
    }

    @Test
    void everyPartitionIsMarkedBeforeAVersionIsActive() {
        assertThat(publisher.active()).isEmpty();

        publisher.publish(text(ONE));

        assertThat(publisher.active()).contains(version(ONE));
        try (TestTopics topics = new TestTopics(broker)) {
            List<ConsumerRecord<byte[], byte[]>> markers =
                    topics.read(kafka.topics().raw(), 3);
            assertThat(markers).hasSize(3).allSatisfy(marker -> {
                assertThat(BatchHeaders.isEmpty(marker.value())).isTrue();
                assertThat(BatchHeaders.rules(marker.headers())).isEqualTo(version(ONE));
            });
            assertThat(markers).extracting(ConsumerRecord::partition).containsExactlyInAnyOrder(0, 1, 2);
        }
    }

    @Test
    void afterAPublisherThatDiedInBetweenNoVersionCountsAsActive() {
        publisher.publish(text(ONE));
        try (TestTopics topics = new TestTopics(broker)) {
            byte[] began = version(OTHER).getBytes(UTF_8);
            topics.send(new ProducerRecord<>(kafka.topics().rules(), "publishing".getBytes(UTF_8), began));
        }
        assertThat(publisher.active()).isEmpty();

        publisher.publish(text(ONE));

        assertThat(publisher.active()).contains(version(ONE));
    }

    @Test
    void aBookKnowsAllVersionsAndWhichIsActive() {
        publisher.publish(text(ONE));
        publisher.publish(text(OTHER));
        try (RuleBook book = book(UntilPublished.PASS_LINES)) {
            assertThat(book.start()).isTrue();

            assertThat(book.active().version()).isEqualTo(version(OTHER));
            assertThat(book.find(version(ONE))).map(RuleFile::version).contains(version(ONE));
        }
    }

    @Test
    void aVersionIsFoundAsSoonAsItIsPublished() {
        try (RuleBook book = book(UntilPublished.PASS_LINES)) {
            book.start();
            assertThat(book.active()).isEqualTo(RuleFile.passThrough());

            publisher.publish(text(ONE));

            assertThat(book.find(version(ONE))).map(RuleFile::version).contains(version(ONE));
        }
    }

    @Test
    void tablesArePublishedWithTheRulesOnceForEachContent() {
        RuleText before = RuleText.parse("rules.yaml", LOOKUP, name -> "host,rack\nflp1,A1\n".getBytes(UTF_8));
        RuleText after = RuleText.parse("rules.yaml", LOOKUP, name -> "host,rack\nflp1,B1\n".getBytes(UTF_8));
        publisher.publish(before);
        publisher.publish(after);
        new RulePublisher(kafka).publish(before);

        try (RuleBook book = book(UntilPublished.PASS_LINES);
                TestTopics topics = new TestTopics(broker)) {
            book.start();

            assertThat(book.find(before.rules().version())).contains(before.rules());
            assertThat(book.find(after.rules().version())).contains(after.rules());
            assertThat(book.active()).isEqualTo(before.rules());
            assertThat(topics.read(kafka.topics().rules(), 14))
                    .extracting(record -> new String(record.key(), UTF_8))
                    .filteredOn(key -> key.startsWith("table/"))
                    .hasSize(2)
                    .allSatisfy(key -> assertThat(key).matches("table/t/hosts.csv/[0-9a-f]{12}"));
        }
    }

    @Test
    void rulesWhoseTableIsNotThereAreNotValid() {
        try (RuleBook book = book(UntilPublished.PASS_LINES);
                TestTopics topics = new TestTopics(broker)) {
            topics.send(new ProducerRecord<>(kafka.topics().rules(), "rules/abc".getBytes(UTF_8), LOOKUP));
            book.start();

            assertThat(book.find("abc")).isEmpty();
            assertThat(meters.get("weir.rules.unusable").counter().count()).isEqualTo(1);
        }
    }

    @Test
    void rulesWhoseTableBecameGarbageAreNotValidAndCounted() {
        RuleText rules = RuleText.parse("rules.yaml", LOOKUP, name -> "host,rack\nflp1,A1\n".getBytes(UTF_8));
        publisher.publish(rules);
        try (RuleBook book = book(UntilPublished.PASS_LINES);
                TestTopics topics = new TestTopics(broker)) {
            byte[] table = topics.read(kafka.topics().rules(), 3).stream()
                    .map(ConsumerRecord::key)
                    .filter(key -> new String(key, UTF_8).startsWith("table/"))
                    .findFirst()
                    .orElseThrow();
            topics.send(new ProducerRecord<>(kafka.topics().rules(), table, new byte[] {0, -1, 34, 10, 44}));
            book.start();

            assertThat(book.find(rules.rules().version())).isEmpty();
            assertThat(meters.get("weir.rules.unusable").counter().count()).isEqualTo(1);
        }
    }

    @Test
    void whatIsMissingOrNotValidIsCounted() {
        try (RuleBook book = book(UntilPublished.PASS_LINES);
                TestTopics topics = new TestTopics(broker)) {
            topics.send(new ProducerRecord<>(kafka.topics().rules(), "rules/abc".getBytes(UTF_8), WRONG));
            book.start();

            assertThat(book.find("nobody")).isEmpty();
            assertThat(book.find("abc")).isEmpty();
            assertThat(meters.get("weir.rules.unusable").counter().count()).isEqualTo(2);
        }
    }

    @Test
    void aBookThatAwaitsRulesIsReadyOnceSomeAreActive() {
        try (RuleBook book = book(UntilPublished.WAIT)) {
            CompletableFuture<Boolean> started = CompletableFuture.supplyAsync(book::start);
            publisher.publish(text(ONE));

            assertThat(started.join()).isTrue();
            assertThat(book.active().version()).isEqualTo(version(ONE));
        }
    }

    @Test
    void aBookThatAwaitsRulesCanBeClosed() {
        RuleBook book = book(UntilPublished.WAIT);
        CompletableFuture<Boolean> started = CompletableFuture.supplyAsync(book::start);

        book.close();

        assertThat(started.join()).isFalse();
    }

    @Test
    void onlyAReaderThatPassesLinesReportsMissingRules() {
        assertThat(logOfStart(UntilPublished.PASS_LINES))
                .singleElement()
                .asString()
                .contains("test: no rules are published");
        assertThat(logOfStart(UntilPublished.SHOW_NONE)).isEmpty();
    }

    private List<String> logOfStart(UntilPublished untilPublished) {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger(RuleBook.class);
        Level before = logger.getLevel();
        logger.setLevel(Level.INFO);
        logger.addAppender(log);
        try (RuleBook book = book(untilPublished)) {
            assertThat(book.start()).isTrue();
        } finally {
            logger.detachAppender(log);
            logger.setLevel(before);
        }
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void anInstallationThatIsNotThereIsNamed() {
        KafkaSettings elsewhere = new KafkaSettings(broker.bootstrap(), Map.of(), new Topics("other."), 3, (short) 1);

        assertThatThrownBy(() -> new RulePublisher(elsewhere).publish(text(ONE)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("no topic other.weir.rules at " + broker.bootstrap());
    }

    private RuleBook book(UntilPublished untilPublished) {
        return new RuleBook("test", untilPublished, kafka, meters);
    }

    private static String version(byte[] file) {
        return text(file).rules().version();
    }

    private static RuleText text(byte[] file) {
        return RuleText.parse("rules.yaml", file, TableSource.NONE);
    }
}
