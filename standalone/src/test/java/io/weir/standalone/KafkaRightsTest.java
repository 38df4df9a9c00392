package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.Operation;
import io.weir.contract.alarm.Outcome;
import io.weir.contract.rule.RuleText;
import io.weir.contract.rulebook.RulePublisher;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.contract.service.TopicsWait;
import io.weir.contract.topic.ServiceRights;
import io.weir.contract.topic.Topics;
import io.weir.dashboard.DashboardService;
import io.weir.gateway.GatewayService;
import io.weir.gateway.testing.Identity;
import io.weir.standalone.alarms.CommandSender;
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Services at a real Kafka that grants each exactly the rights of {@link ServiceRights}. */
@Tag("long")
class KafkaRightsTest {
    private static final Topics TOPICS = new Topics("");
    private static final String PASSWORD = "it's \"odd\"; \\ and long";
    private static final String RULES = """
            version: 1
            aggregate:
              - {name: hottest, match: {measurement: cpu}, fields: [value], functions: [max], window: 1s, by: [detector], keep-raw: true}
            alarms:
              - name: cpu-high
                match: {measurement: cpu}
                field: value
                major: {above: 95, clear: 90}
                action: {do: drain-node, confirm-within: 1m}
            """;

    /**
     * Rights that are only used after failures, or by rules and settings that this test does not
     * have.
     */
    private static final Map<String, List<String>> RARE = Map.of(
            "gateway", List.of("read group weir-gateway-*"), // inputs of the kind kafka
            "processing", List.of("write topic metrics.rejected"),
            "alarming", List.of("write topic metrics.rejected"),
            "writer", // the upkeep of tiers, which QuestDB does not have
                    List.of(
                            "write topic weir.tiers",
                            "read topic weir.tiers",
                            "read topic weir.rules",
                            "write topic metrics.rejected"),
            "late", List.of("write topic weir.late", "write topic metrics.raw"), // no late rule here
            "notifier", // Alertmanager, which is not set here, and records that Kafka deleted unread
                    List.of("read topic alarms.state", "write topic metrics.rejected"),
            "dashboard", // transitions that Kafka deleted unread
                    List.of("write topic metrics.rejected"),
            "phoebus", // commands that Kafka deleted unread
                    List.of("write topic metrics.rejected"),
            "relay", // lines that cannot be relayed
                    List.of("write topic metrics.rejected"));

    private static SecuredBroker broker;
    private static TestTopics records;
    private static EmbeddedQuestDb questDb;
    private static Identity gateway;
    private static Identity stranger;
    private static Identity server;
    private static Path directory;

    private final List<Service> started = new ArrayList<>();

    @BeforeAll
    static void startServers(@TempDir Path temp) throws Exception {
        directory = temp;
        Files.writeString(temp.resolve("password"), PASSWORD + "\n");
        Files.writeString(temp.resolve("wrong"), "wrong");
        Files.writeString(temp.resolve("rules.yaml"), RULES);
        server = new Identity(temp, "kafka");
        gateway = new Identity(temp, "gateway");
        stranger = new Identity(temp, "stranger");
        broker = new SecuredBroker(temp.resolve("kafka"), server, gateway);
        broker.addUsers(
                ServiceRights.SERVICES.stream().map(each -> "weir-" + each).toList(), PASSWORD);
        assertThat(Weir.commandLine().execute("acls", "--apply", "--bootstrap=" + broker.open()))
                .isZero();
        records = new TestTopics(broker.open());
        questDb = new EmbeddedQuestDb(temp.resolve("questdb")).start();
    }

    @AfterAll
    static void stopServers() {
        questDb.close();
        records.close();
        broker.close();
    }

    @AfterEach
    void stopServices() {
        // Closes in the order of the start, so the sources of data last.
        started.forEach(Service::close);
    }

    @Test
    void eachServiceWorksWithItsRightsAndUsesThemAll() throws Exception {
        AskedRights.forget();
        KafkaSettings operator = kafka("operator");
        Map<String, Service> services = new LinkedHashMap<>();
        for (String name : ServiceRights.SERVICES) {
            if (!name.equals(ServiceRights.OPERATOR)) {
                services.put(name, start(name, byPassword("weir-" + name, "password")));
            }
        }
        services.forEach((name, service) -> eventually(
                name + " is ready, says " + service.health().detail(), Duration.ofSeconds(60), () -> service.health()
                        .ready()));
        new RulePublisher(operator).publish(RuleText.read(directory.resolve("rules.yaml")));

        GatewayService gateway = (GatewayService) requireNonNull(services.get("gateway"));
        send(gateway, "cpu,detector=TPC,hostname=flp1 value=97.3\nno line");

        eventually("the alarm is raised", () -> records.readNow(TOPICS.events()).stream()
                .anyMatch(record -> new String(record.value(), UTF_8).contains("UNACKNOWLEDGED")));
        eventually(
                "the line is stored",
                () -> questDb.exec("SELECT count() FROM cpu")
                                .path("dataset")
                                .path(0)
                                .path(0)
                                .asInt()
                        == 1);
        records.send(new ProducerRecord<>(
                "AcceleratorCommand",
                0,
                "command:/Accelerator/cpu-high/TPC/flp1".getBytes(UTF_8),
                "{\"user\":\"anna\",\"host\":\"desk\",\"command\":\"acknowledge\"}".getBytes(UTF_8)));
        eventually("Phoebus is obeyed", () -> records.readNow(TOPICS.state()).stream()
                .anyMatch(record -> new String(record.value(), UTF_8).contains("\"user\":\"anna")));
        assertThat(CommandSender.ask(kafka("dashboard"), command(Operation.UNACKNOWLEDGE))
                        .outcome())
                .isEqualTo(Outcome.DONE);
        assertThat(CommandSender.ask(operator, command(Operation.ACKNOWLEDGE)).outcome())
                .isEqualTo(Outcome.DONE);
        assertThat(history((DashboardService) requireNonNull(services.get("dashboard"))))
                .contains("UNACKNOWLEDGED");
        eventually("the action is asked for", () -> !records.readNow(TOPICS.actions())
                .isEmpty());
        eventually("the line that is none is kept", () -> !records.readNow(TOPICS.rejected())
                .isEmpty());
        eventually("the host is noted", () -> !records.readNow(TOPICS.hosts()).isEmpty());
        eventually("groups are merged", () -> records.readNow(TOPICS.storage()).stream()
                .anyMatch(record -> new String(record.value(), UTF_8).contains("cpu_1s")));

        for (String name : services.keySet()) {
            assertThat(AskedRights.refusedTo("User:weir-" + name)).as(name).isEmpty();
            ServiceRights rights = ServiceRights.of(name, TOPICS);
            assertThat(AskedRights.unused("User:weir-" + name, rights.rights()))
                    .as("rights that " + name + " has for nothing")
                    .containsExactlyInAnyOrderElementsOf(RARE.getOrDefault(name, List.of()));
        }
        assertThat(AskedRights.refusedTo("User:weir-operator")).isEmpty();
    }

    @Test
    void aWrongPrincipalIsRefusedWithARemedy() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(TopicsWait.class);
        log.start();
        logger.addAppender(log);
        try {
            Map<String, Service> services = new HashMap<>();
            for (String name :
                    List.of("processing", "alarming", "writer", "notifier", "phoebus", "relay", "dashboard")) {
                services.put(name, start(name, byPassword("weir-gateway", "password")));
            }
            services.put("gateway", start("gateway", byPassword("weir-writer", "password")));

            Map<String, String> topics = Map.of(
                    "gateway", "write topic metrics.raw",
                    "processing", "read topic metrics.raw",
                    "alarming", "write topic alarms.events",
                    "writer", "read topic metrics.storage",
                    "notifier", "read topic alarms.events",
                    "phoebus", "read topic alarms.state",
                    "relay", "read topic metrics.storage",
                    "dashboard", "read topic metrics.live");
            services.forEach((name, service) -> eventually(
                    name + " is refused", () -> service.health().detail().contains(requireNonNull(topics.get(name)))));
            services.forEach((name, service) -> {
                assertThat(service.health().ready()).isFalse();
                assertThat(service.health().live()).isTrue();
                assertThat(service.health().detail())
                        .contains(name.equals("gateway") ? "User:weir-writer" : "User:weir-gateway")
                        .contains("weir acls --apply");
            });
            // The first services have retried several times by now.
            services.forEach((name, service) -> assertThat(log.list.stream()
                            .filter(event -> event.getFormattedMessage().startsWith(name + " cannot start yet")))
                    .as(name)
                    .hasSize(1));
        } finally {
            logger.detachAppender(log);
        }
    }

    @Test
    void aWrongPasswordIsReported() {
        Service refused = start("notifier", byPassword("weir-notifier", "wrong"));

        eventually("it is refused", () -> refused.health().detail().contains("does not let User:weir-notifier in"));
        assertThat(refused.health().detail()).contains("kafka.password-file", "WEIR_KAFKA_PASSWORD");
    }

    @Test
    void aCertificateIsAnIdentityToo() throws Exception {
        assertThat(Weir.commandLine()
                        .execute("acls", "gateway", "--apply", "--user=CN={service}", "--bootstrap=" + broker.open()))
                .isZero();

        GatewayService known = (GatewayService) start("gateway", byCertificate(gateway));
        Service unknown = start("notifier", byCertificate(stranger));

        eventually("it is ready, says " + known.health().detail(), () -> known.health()
                .ready());
        send(known, "certified value=1");
        eventually("its line is there", () -> records.readNow(TOPICS.raw()).stream()
                .anyMatch(record -> new String(record.value(), UTF_8).contains("certified")));
        eventually(
                "the other is refused", () -> unknown.health().detail().contains("does not let User:CN=stranger in"));
    }

    private KafkaSettings kafka(String name) {
        return Settings.ofOne(kind("gateway"), Optional.empty(), byPassword("weir-" + name, "password"))
                .kafka();
    }

    private static Map<String, String> byPassword(String user, String passwordFile) {
        return Map.of(
                "WEIR_KAFKA_BOOTSTRAP", broker.passwords(),
                "WEIR_KAFKA_USER", user,
                "WEIR_KAFKA_PASSWORD_FILE", directory.resolve(passwordFile).toString());
    }

    private static Map<String, String> byCertificate(Identity identity) {
        return Map.of(
                "WEIR_KAFKA_BOOTSTRAP", broker.certificates(),
                "WEIR_KAFKA_TLS_CA", server.certificate().toString(),
                "WEIR_KAFKA_TLS_CERTIFICATE", identity.certificate().toString(),
                "WEIR_KAFKA_TLS_KEY", identity.key().toString());
    }

    /** Starts a service as in its own process, with a user's settings. */
    private Service start(String name, Map<String, String> kafka) {
        Path state = directory.resolve("state-" + started.size() + "-" + name);
        Map<String, String> environment = new HashMap<>(kafka);
        environment.put("WEIR_RELAY_SINKS", """
                {there: {read: [storage, live, alarming, events, state], kafka: {bootstrap: "127.0.0.1:%d", topic: t}}}""".formatted(FreePorts.next()));
        environment.putAll(Map.of(
                "WEIR_GATEWAY_UDP_PORT",
                "0",
                "WEIR_GATEWAY_SPOOL_DIRECTORY",
                state.toString(),
                "WEIR_PROCESSING_STATE_DIRECTORY",
                state.toString(),
                "WEIR_ALARMING_STATE_DIRECTORY",
                state.toString(),
                "WEIR_WRITER_STORE",
                questDb.url(),
                "WEIR_WRITER_ANNOTATIONS",
                "alarms",
                "WEIR_WRITER_REFUSED",
                "refused",
                "WEIR_NOTIFIER_WEBHOOK_URL",
                "http://127.0.0.1:" + FreePorts.next(),
                "WEIR_DASHBOARD_PORT",
                "0",
                "WEIR_DASHBOARD_STORE",
                questDb.url()));
        ServiceKind kind = kind(name);
        Settings settings = Settings.ofOne(kind, Optional.empty(), environment);
        Service service = settings.services()
                .values()
                .iterator()
                .next()
                .apply(ServiceContext.alone(settings.kafka(), new SimpleMeterRegistry(), List::of));
        started.add(service);
        service.start();
        return service;
    }

    private static ServiceKind kind(String name) {
        return ServiceKinds.ALL.stream()
                .filter(each -> each.name().equals(name))
                .findAny()
                .orElseThrow();
    }

    private static AlarmCommand command(Operation operation) {
        return new AlarmCommand(
                operation.name(), Instant.now(), "anna", operation, "cpu-high/TPC/flp1", null, null, null, null, null);
    }

    private static String history(DashboardService dashboard) throws Exception {
        HttpRequest ask = HttpRequest.newBuilder(
                        URI.create(dashboard.url() + "/api/alarms/history?alarm=cpu-high/TPC/flp1"))
                .build();
        return HttpClient.newHttpClient()
                .send(ask, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static void send(GatewayService gateway, String lines) throws IOException {
        byte[] bytes = lines.getBytes(UTF_8);
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), gateway.udpPort()));
        }
    }
}
