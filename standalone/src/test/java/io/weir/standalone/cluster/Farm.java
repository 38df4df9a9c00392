package io.weir.standalone.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleText;
import io.weir.contract.rulebook.RulePublisher;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.TopicDeclaration;
import io.weir.contract.topic.Topics;
import io.weir.standalone.Eventually;
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * Brokers, a store, and one process of each service between them, with a supervisor that restarts
 * it.
 */
final class Farm implements AutoCloseable {

    static final List<String> SERVICES = List.of("gateway", "processing", "alarming", "writer");
    static final Topics TOPICS = new Topics("");

    private static final int PARTITIONS = 4;
    private static final int FIRST_LINK = 11;
    private static final int CLOCK_WAS_SET_BACK = 4;

    private final Path directory;
    private final Brokers brokers;
    private final EmbeddedQuestDb questDb;
    private final FarmAccount account;
    private final FarmServices services;
    private final int inputPort = FreePorts.next();
    private final Map<String, Instance> running = new LinkedHashMap<>();
    private final Map<String, FakeClock> clocks = new LinkedHashMap<>();
    private final Map<String, Link> links = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> variables = new HashMap<>();
    private int ends;

    /** Starts the brokers and the store. */
    Farm(Path directory, int count) throws IOException {
        this(directory, new Brokers(directory, count));
    }

    /** Starts the store beside brokers, which are closed with the farm. */
    Farm(Path directory, Brokers brokers) throws IOException {
        this(directory, brokers, FarmRules.TEXT);
    }

    /** The same under other rules. */
    Farm(Path directory, Brokers brokers, String rules) throws IOException {
        this.directory = directory;
        this.brokers = brokers;
        questDb = new EmbeddedQuestDb(directory.resolve("questdb")).start();
        account = new FarmAccount(questDb, brokers.bootstrap());
        services = new FarmServices(directory, brokers, questDb, PARTITIONS, rules);
    }

    Brokers brokers() {
        return brokers;
    }

    FarmAccount account() {
        return account;
    }

    /** The account of rules over groups. */
    GroupAccount groupAccount() {
        return new GroupAccount(questDb);
    }

    /** The account of runs. */
    RunAccount runAccount() {
        return new RunAccount(questDb, brokers.bootstrap());
    }

    /** The account of each {@link BitLoad}. */
    BitAccount bitAccount() {
        return new BitAccount(questDb);
    }

    /** The account of lines sent over UDP. */
    UdpAccount udpAccount() {
        return new UdpAccount(questDb);
    }

    /** The port of the gateway's inputs. */
    int inputPort() {
        return inputPort;
    }

    /** The topics that Weir creates if they are missing. */
    List<TopicDeclaration> topics() {
        return brokers.settings(PARTITIONS).declarations();
    }

    Farm createTopics() {
        TopicCreator.ensure(brokers.admin(), topics());
        return this;
    }

    /** Adds variables to the environment of a service; call it before the start. */
    Farm with(String service, Map<String, String> more) {
        variables.computeIfAbsent(service, unseen -> new HashMap<>()).putAll(more);
        return this;
    }

    /** Gives each service its own clock; call it before the start. */
    Farm underClocks() throws IOException {
        for (String service : SERVICES) {
            FakeClock clock = new FakeClock(directory, service);
            clocks.put(service, clock);
            with(service, clock.environment());
        }
        return this;
    }

    /** Lets the network between each service and the brokers be cut; call it before the start. */
    Farm behindLinks() throws IOException {
        for (String service : SERVICES) {
            Link link = new Link(directory, FIRST_LINK + links.size(), brokers.ports());
            links.put(service, link);
            with(service, link.environment());
            with(service, Map.of("WEIR_KAFKA_BOOTSTRAP", brokers.bootstrap("localhost")));
        }
        return this;
    }

    /** Publishes the rules of farms, and lets the services follow them; call it before the start. */
    Farm underPublishedRules() {
        for (String service : List.of("processing", "alarming", "writer")) {
            with(service, Map.of("WEIR_" + service.toUpperCase(Locale.ROOT) + "_RULES", ""));
        }
        return publish(FarmRules.TEXT);
    }

    /** Publishes rules without tables; returns when Kafka has stored them. */
    Farm publish(String rules) {
        RuleText text = RuleText.parse("rules.yaml", rules.getBytes(UTF_8), table -> {
            throw new IllegalArgumentException(table);
        });
        new RulePublisher(brokers.settings(PARTITIONS)).publish(text);
        return this;
    }

    /** Stops the store until {@link #startStore}; its data stays. */
    void stopStore() {
        questDb.stop();
    }

    void startStore() {
        questDb.start();
    }

    /** Returns when all services are ready. */
    Farm start() throws IOException {
        for (String service : SERVICES) {
            running.put(service, services.start(service, 0, inputPort, variables.getOrDefault(service, Map.of())));
        }
        awaitReady();
        return this;
    }

    Instance service(String name) {
        return Objects.requireNonNull(running.get(name));
    }

    FakeClock clock(String service) {
        return Objects.requireNonNull(clocks.get(service));
    }

    /** Cuts the network between a service and all brokers until {@link #reconnect}. */
    void cutOff(String service) {
        Objects.requireNonNull(links.get(service)).cut(brokers.ports());
    }

    void reconnect(String service) {
        Objects.requireNonNull(links.get(service)).restore();
    }

    /** The directory of the gateway's spool, for a disk that is mounted there before the start. */
    Path spool() {
        return services.state("gateway", 0);
    }

    void awaitReady() {
        running.forEach((service, instance) -> await(service + " is ready", Instance.READY_WITHIN, instance::isReady));
    }

    /** Waits while the supervisor works. */
    void await(String what, Duration within, BooleanSupplier holds) {
        try {
            Eventually.eventually(what, within, () -> {
                supervise();
                return holds.getAsBoolean();
            });
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "; " + logs(), e);
        }
    }

    /** How often the running process of a service has logged that its clock was set forward. */
    int stepsForward(String service) {
        return service(service).process().output().split("machine was set forward by", -1).length - 1;
    }

    private String logs() {
        StringBuilder logs = new StringBuilder();
        running.forEach((service, instance) -> logs.append(service)
                .append(
                        instance.isReady()
                                ? " is ready\n"
                                : " is not ready:\n" + instance.process().output()));
        return logs.toString();
    }

    /** How often a service has ended because its clock was set back. */
    int ends() {
        return ends;
    }

    /**
     * Restarts services that have ended; the only permitted reason is a clock that was set back.
     */
    private void supervise() {
        running.forEach((service, instance) -> {
            try {
                if (instance.process().hasEnded()) {
                    String output = instance.process().output();
                    assertThat(instance.startIfEnded())
                            .as("exit code of %s, which printed:%n%s", service, output)
                            .isEqualTo(CLOCK_WAS_SET_BACK);
                    ends++;
                }
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Override
    public void close() {
        running.values().forEach(Instance::close);
        links.values().forEach(Link::close);
        questDb.close();
        brokers.close();
    }
}
