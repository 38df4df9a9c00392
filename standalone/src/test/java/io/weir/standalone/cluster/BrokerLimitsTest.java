package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.TopicDeclaration;
import io.weir.contract.topic.Topics;
import io.weir.standalone.embedded.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * No broker of a test, of {@code weir up}, of a benchmark or of the compose files is more
 * permissive than an operator's. None changes a limit of sizes or times, except those listed here
 * with the reason.
 */
class BrokerLimitsTest {

    private static final Path ROOT = Path.of("..");

    /** A size, a time or a count that limits something. */
    private static final Pattern LIMIT =
            Pattern.compile(".*\\.(bytes|ms|seconds|minutes|hours|size|max|min)|(max|min)\\..*|.*\\.(max|min)\\..*");

    /**
     * Settings that cost memory, files or time on one machine but do not limit what a client sends
     * or waits for.
     */
    private static final Map<String, String> HARMLESS = Map.ofEntries(
            Map.entry("broker.session.timeout.ms", "shorter than the default: tests of kills wait for it"),
            Map.entry("broker.heartbeat.interval.ms", "follows from it"),
            Map.entry("group.initial.rebalance.delay.ms", "a group of one waits for nobody"),
            Map.entry("log.retention.bytes", "bounds the disk, where the default does not"),
            Map.entry("log.index.size.max.bytes", "files of an idle partition"),
            Map.entry("log.cleaner.dedupe.buffer.size", "memory, less than the default"),
            Map.entry("log.retention.check.interval.ms", "retention that deletes sooner than the default"),
            Map.entry("log.initial.task.delay.ms", "the same, after the start"),
            Map.entry("min.insync.replicas", "as operators of three brokers set it"),
            Map.entry("transaction.state.log.min.isr", "follows from the number of brokers"),
            Map.entry("share.coordinator.state.topic.min.isr", "follows from the number of brokers"));

    @TestFactory
    Stream<DynamicTest> brokersHaveTheLimitsOfAnyKafka() throws IOException {
        Path anywhere = Path.of("anywhere");
        Map<String, Map<String, String>> brokers = new TreeMap<>(Map.of(
                "weir up", EmbeddedBroker.settings(anywhere, 1, 2),
                "three of the tests", BrokerProcess.settings(anywhere, "1", "1", "2", "1@a:1,2@b:1,3@c:1"),
                "three of the benchmarks",
                        properties("benchmarks/src/test/java/io/weir/benchmarks/harness/ThreeBrokers.java"),
                "compose", variables("docker/compose.yaml"),
                "compose.scale", variables("docker/compose.scale.yaml")));
        brokers.putAll(ofTests());
        return brokers.entrySet().stream()
                .map(broker -> DynamicTest.dynamicTest(broker.getKey(), () -> {
                    assertThat(limits(broker.getValue()))
                            .as("limits that differ from Kafka's defaults")
                            .isEmpty();
                }));
    }

    /** The check detects a changed limit. */
    @Test
    void findsALimitThatIsChanged() {
        assertThat(limits(Map.of("message.max.bytes", "8388608", "transaction.max.timeout.ms", "1")))
                .hasSize(2);
        assertThat(limits(Map.of("message.max.bytes", "1048588", "log.dirs", "x")))
                .isEmpty();
    }

    /**
     * A topic that needs more than Kafka's default limit declares it; only the rules' topic does.
     */
    @Test
    void onlyTheTopicOfRulesTakesMoreThanTheDefault() {
        Topics topics = new Topics("");
        assertThat(topics.declarations(8, (short) 1).stream()
                        .filter(each -> !TopicDeclaration.maxRecordBytes()
                                .equals(each.configs().get("max.message.bytes")))
                        .map(TopicDeclaration::name))
                .containsExactly(topics.rules());
        assertThat(TopicDeclaration.maxRecordBytes()).isEqualTo(defaultOf("message.max.bytes"));
        assertThat(Topics.MAX_RECORD_BYTES).isLessThan(Integer.parseInt(defaultOf("message.max.bytes")));
    }

    private static List<String> limits(Map<String, String> settings) {
        return settings.entrySet().stream()
                .filter(each -> LIMIT.matcher(each.getKey()).matches())
                .filter(each -> !HARMLESS.containsKey(each.getKey()))
                .filter(each -> !each.getValue().equals(defaultOf(each.getKey())))
                .map(each -> each.getKey() + "=" + each.getValue() + ", Kafka's default is " + defaultOf(each.getKey()))
                .toList();
    }

    private static String defaultOf(String key) {
        return String.valueOf(KafkaConfig.configDef().defaultValues().get(key));
    }

    /** What tests with brokers of their own add to the settings of {@code weir up}. */
    private static Map<String, Map<String, String>> ofTests() throws IOException {
        Map<String, Map<String, String>> brokers = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of("src", "test", "java"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.endsWith("BrokerLimitsTest.java")
                        && Files.readString(file).contains("new KafkaNode(")) {
                    brokers.put(
                            String.valueOf(file.getFileName()),
                            found("\"([a-z]+(?:\\.[a-z]+)+)\",\\s*\"([^\"]*)\"", file, false));
                }
            }
        }
        return brokers;
    }

    /** The settings in a text block of a class. */
    private static Map<String, String> properties(String file) throws IOException {
        return found("(?m)^\\s*\"?([a-z]+(?:\\.[a-z]+)+)=([^\"\\s]*)", ROOT.resolve(file), false);
    }

    /** The settings in the environment of the image. */
    private static Map<String, String> variables(String file) throws IOException {
        return found("(?m)^\\s*KAFKA_([A-Z_]+): *(\\S+)", ROOT.resolve(file), true);
    }

    private static Map<String, String> found(String pattern, Path file, boolean isVariable) throws IOException {
        Map<String, String> settings = new TreeMap<>();
        Matcher each = Pattern.compile(pattern).matcher(Files.readString(file));
        while (each.find()) {
            String key = Objects.requireNonNull(each.group(1));
            settings.put(isVariable ? key.toLowerCase(Locale.ROOT).replace('_', '.') : key, each.group(2));
        }
        return settings;
    }
}
