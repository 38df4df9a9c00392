package io.weir.standalone.cluster;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Topics;
import io.weir.standalone.Eventually;
import io.weir.standalone.crash.ChildJvm;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;

/** Brokers in separate processes, which may be stopped, killed and started again. */
final class Brokers implements AutoCloseable {

    private static final int FIRST_LINK = 21;

    private final Path directory;
    private final Map<String, String> environment;
    private final String cluster = Uuid.randomUuid().toString();
    private final int[] ports;
    private final int[] controllers;
    private final List<Process> processes = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    private final Admin admin;

    /** Returns when all brokers accept clients. */
    Brokers(Path directory, int count) throws IOException {
        this(directory, count, Map.of());
    }

    /** The same with more variables in the environment of each. */
    Brokers(Path directory, int count, Map<String, String> environment) throws IOException {
        this(directory, count, environment, false);
    }

    /** The same where the network between the brokers can be cut. */
    static Brokers behindLinks(Path directory, int count) throws IOException {
        return new Brokers(directory, count, Map.of(), true);
    }

    private Brokers(Path directory, int count, Map<String, String> environment, boolean hasLinks) throws IOException {
        this.directory = directory;
        this.environment = environment;
        this.ports = IntStream.range(0, count).map(i -> FreePorts.next()).toArray();
        this.controllers = IntStream.range(0, count).map(i -> FreePorts.next()).toArray();
        for (int which = 0; which < count; which++) {
            Files.deleteIfExists(logFile(which));
            if (hasLinks) {
                links.add(new Link(directory, FIRST_LINK + which, all()));
            }
            processes.add(process(which));
        }
        admin = Admin.create(Map.of("bootstrap.servers", bootstrap()));
        Eventually.eventually("the brokers are there", () -> brokers() == count);
    }

    int count() {
        return ports.length;
    }

    /** The addresses of all brokers. */
    String bootstrap() {
        return bootstrap("127.0.0.1");
    }

    /** The same with another name of this machine. */
    String bootstrap(String host) {
        return IntStream.of(ports).mapToObj(port -> host + ":" + port).collect(Collectors.joining(","));
    }

    /** The ports of all brokers for clients. */
    List<Integer> ports() {
        return IntStream.of(ports).boxed().toList();
    }

    /**
     * Cuts the network between a broker, with its controller, and the others until {@link #rejoin}.
     * Clients still reach it.
     */
    void cutOff(int which) {
        List<Integer> its = List.of(ports[which], controllers[which]);
        for (int other = 0; other < count(); other++) {
            links.get(other).cut(other == which ? without(its) : its);
        }
    }

    /** Returns when all replicas of the topic are in sync again. */
    void rejoin(int which, String topic) {
        links.forEach(Link::restore);
        awaitWhole(which, topic);
    }

    private List<Integer> all() {
        return IntStream.concat(IntStream.of(ports), IntStream.of(controllers))
                .boxed()
                .toList();
    }

    private List<Integer> without(List<Integer> some) {
        return all().stream().filter(port -> !some.contains(port)).toList();
    }

    /** Each partition has a replica on every broker, and all but one must acknowledge. */
    KafkaSettings settings(int partitions) {
        return new KafkaSettings(bootstrap(), Map.of(), new Topics(""), partitions, (short) count());
    }

    Admin admin() {
        return admin;
    }

    /** Sends SIGKILL. */
    void kill(int which) throws InterruptedException {
        processes.get(which).destroyForcibly().waitFor();
    }

    /** Ends it as its operator does: other brokers take over its partitions before it ends. */
    void end(int which) throws InterruptedException {
        processes.get(which).destroy();
        processes.get(which).waitFor();
    }

    /**
     * Suspends it until {@link #resume}: it does not answer, but connections stay open and can be
     * made.
     */
    void suspend(int which) throws IOException, InterruptedException {
        signal("STOP", which);
    }

    void resume(int which) throws IOException, InterruptedException {
        signal("CONT", which);
    }

    private void signal(String name, int which) throws IOException, InterruptedException {
        new ProcessBuilder(
                        "kill", "-" + name, Long.toString(processes.get(which).pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    /** Whether it has ended by itself. */
    boolean hasEnded(int which) {
        return !processes.get(which).isAlive();
    }

    /** Its output. */
    String log(int which) throws IOException {
        return Files.readString(logFile(which));
    }

    /** Restarts an ended broker; returns when all replicas of the topic are in sync again. */
    void restart(int which, String topic) throws IOException {
        processes.set(which, process(which));
        awaitWhole(which, topic);
    }

    private void awaitWhole(int which, String topic) {
        Eventually.eventually("broker " + which + " has caught up", () -> inSync(topic) == count());
    }

    /** The least number of replicas in sync of a partition; 0 if no broker answers. */
    int inSync(String topic) {
        try {
            return admin.describeTopics(List.of(topic)).allTopicNames().get().values().stream()
                    .flatMap(described -> described.partitions().stream())
                    .mapToInt(partition -> partition.isr().size())
                    .min()
                    .orElse(0);
        } catch (ExecutionException e) {
            return 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private int brokers() {
        try {
            return admin.describeCluster().nodes().get().size();
        } catch (ExecutionException | KafkaException e) {
            return 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Process process(int which) throws IOException {
        String voters = IntStream.range(0, count())
                .mapToObj(i -> (i + 1) + "@localhost:" + controllers[i])
                .collect(Collectors.joining(","));
        Map<String, String> variables = new HashMap<>(environment);
        if (!links.isEmpty()) {
            variables.putAll(links.get(which).environment());
        }
        return ChildJvm.start(
                variables,
                BrokerProcess.class,
                logFile(which),
                directory.resolve("broker-" + which).toString(),
                cluster,
                Integer.toString(which + 1),
                Integer.toString(ports[which]),
                Integer.toString(controllers[which]),
                voters);
    }

    /** With the port in its name, because tests of another JVM may run brokers at the same time. */
    private Path logFile(int which) {
        return Path.of("target", "broker-" + (which + 1) + "-of-" + count() + "-at-" + ports[which] + ".log");
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
        processes.forEach(Process::destroyForcibly);
        links.forEach(Link::close);
    }
}
