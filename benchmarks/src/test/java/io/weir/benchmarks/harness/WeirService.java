package io.weir.benchmarks.harness;

import io.weir.standalone.meter.MeterSample;
import io.weir.standalone.send.Meters;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A single service, such as {@code weir processing}, as a process of its own next to a broker
 * process.
 */
public final class WeirService implements AutoCloseable {
    private static final Duration STANDSTILL = Duration.ofSeconds(30);

    /** Enough for a million series in one partition. */
    private static final String STATE_BYTES = "8000000000";

    /** A look at the meters of 10 000 rules takes some 10 ms of a processor, and counts as the service's. */
    private static final long LOOK_EVERY_MILLIS = 500;

    private final String name;
    private final Child process;
    private final Http meters;

    private WeirService(String name, Child process, Http meters) {
        this.name = name;
        this.process = process;
        this.meters = meters;
    }

    /**
     * Starts a service with rules and state, one thread, one partition and this rule file. It reads
     * from the oldest record on.
     *
     * @param name the service's command
     * @param options Java options, in addition to those of the environment
     */
    public static WeirService start(String name, KafkaProcess kafka, Path rules, Path state, List<String> options)
            throws IOException {
        String its = "WEIR_" + name.toUpperCase(Locale.ROOT);
        Map<String, String> settings = Map.of(
                "WEIR_KAFKA_PARTITIONS",
                "1",
                its + "_RULES",
                rules.toString(),
                its + "_STATE_DIRECTORY",
                state.toString());
        return start(List.of(name), kafka, settings, options);
    }

    /**
     * Starts a service with settings by their names in the environment. It reads from the oldest
     * record on. The working directory must be a built repository.
     *
     * @param command the service's command, such as {@code processing}, and its arguments
     * @param options Java options, in addition to those of the environment
     */
    public static WeirService start(
            List<String> command, KafkaProcess kafka, Map<String, String> settings, List<String> options)
            throws IOException {
        int port = FreePorts.next();
        List<String> all = new ArrayList<>(List.of("./weir"));
        all.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(all);
        builder.environment().merge("WEIR_JAVA_OPTS", String.join(" ", options), (set, more) -> set + ' ' + more);
        builder.environment().put("WEIR_METERS_PORT", "" + port);
        builder.environment().put("WEIR_KAFKA_BOOTSTRAP", kafka.bootstrap());
        builder.environment().put("WEIR_PROCESSING_STATE_BYTES", STATE_BYTES);
        builder.environment().putAll(settings);
        return new WeirService(command.get(0), Child.start(builder), new Http(port));
    }

    /** Waits until {@code lines} lines are read; returns the rate of the last three quarters. */
    public Rate process(long lines) throws IOException, InterruptedException {
        process.await(meters, "/health/live");
        long warm = await(lines / 4);
        long beginNanos = System.nanoTime();
        Duration cpu = process.cpu();
        long end = await(lines);
        return new Rate(
                end - warm,
                Duration.ofNanos(System.nanoTime() - beginNanos),
                process.cpu().minus(cpu));
    }

    /** Returns its current counters. */
    public Meters meters() throws IOException, InterruptedException {
        return Meters.parse(meters.get("/metrics"));
    }

    /** Returns a counter by its name without prefix and suffix. */
    public long count(String meter) throws IOException, InterruptedException {
        return meters().count(meter);
    }

    /** Returns the sum of a gauge over its labels. */
    public long gauge(String name) throws IOException, InterruptedException {
        return Math.round(MeterSample.sum(meters.get("/metrics"), name));
    }

    /** Returns the processor time of the process since it started. */
    public Duration cpu() {
        return process.cpu();
    }

    /** Returns the process id. */
    public long pid() {
        return process.pid();
    }

    /** Kills the process. */
    public void kill() throws InterruptedException {
        process.kill();
    }

    /**
     * Returns after the service has its partitions and all else that it needs, so start-up does not
     * delay later records.
     */
    public void awaitReady() throws IOException, InterruptedException {
        process.await(meters, "/health/ready");
    }

    /** Returns after the service has read a line. */
    public void awaitFirst() throws IOException, InterruptedException {
        process.await(meters, "/health/live");
        await(1);
    }

    /** Returns the used heap after a requested garbage collection, in bytes. */
    public long liveHeap() throws IOException, InterruptedException {
        new ProcessBuilder(Programs.ofJava("jcmd"), "" + process.pid(), "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        return MeterSample.all(meters.get("/metrics"), "jvm_memory_used_bytes")
                .filter(sample -> "heap".equals(sample.labels().get("area")))
                .mapToLong(sample -> (long) sample.value())
                .sum();
    }

    private long await(long lines) throws IOException, InterruptedException {
        long before = 0;
        long movedNanos = System.nanoTime();
        while (before < lines) {
            Thread.sleep(LOOK_EVERY_MILLIS);
            long now = count(name + "_metrics");
            if (now > before) {
                before = now;
                movedNanos = System.nanoTime();
            } else if (System.nanoTime() - movedNanos > STANDSTILL.toNanos()) {
                throw new IOException(name + " stands still after " + before + " of " + lines + " lines");
            }
        }
        return before;
    }

    @Override
    public void close() {
        process.close();
    }
}
