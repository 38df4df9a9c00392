package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.Child;
import io.weir.benchmarks.harness.FreePorts;
import io.weir.benchmarks.harness.Http;
import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.standalone.send.Meters;
import io.weir.standalone.send.Sent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs {@code weir gateway} up to Kafka's acknowledgement, and accounts for every line of every
 * load.
 */
final class Weir implements Receiver {
    private static final Duration START_WITHIN = Duration.ofMinutes(3);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final TemporaryDirectory spool;
    private final Child process;
    private final Http meters;
    private final int udpPort;
    private long unaccounted;

    private Weir(TemporaryDirectory spool, Child process, Http meters, int udpPort) {
        this.spool = spool;
        this.process = process;
        this.meters = meters;
        this.udpPort = udpPort;
    }

    /**
     * Returns after the gateway is ready. The working directory must be a built repository.
     *
     * @param arguments of {@code weir gateway}
     */
    static Weir start(KafkaProcess kafka, String... arguments) throws IOException, InterruptedException {
        int udpPort = FreePorts.udp();
        int metersPort = FreePorts.tcp(1)[0];
        List<String> command = new ArrayList<>(List.of("./weir", "gateway"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("WEIR_GATEWAY_UDP_PORT", "" + udpPort);
        builder.environment().put("WEIR_METERS_PORT", "" + metersPort);
        builder.environment().put("WEIR_KAFKA_BOOTSTRAP", kafka.bootstrap());
        // A new spool: the gateway would send, and count, the rest of a killed run.
        TemporaryDirectory spool = TemporaryDirectory.create();
        builder.environment().put("WEIR_GATEWAY_SPOOL_DIRECTORY", spool.path().toString());
        Weir weir = new Weir(spool, Child.start(builder), new Http(metersPort), udpPort);
        weir.awaitReady();
        return weir;
    }

    @Override
    public String name() {
        return "Weir";
    }

    /** Returns the lines with an unknown outcome, over all loads. */
    long unaccounted() {
        return unaccounted;
    }

    @Override
    public Trial take(Blast blast) throws IOException, InterruptedException {
        return take(blast, () -> blast.send(udpPort));
    }

    /**
     * Receives what another sender sends.
     *
     * @param blast the load that the sender sends
     */
    Trial take(Blast blast, Sender sender) throws IOException, InterruptedException {
        Meters before = meters();
        Duration cpuBefore = process.cpu();
        Sent sent = sender.send();
        Quiet.await(sent.lines(), PATIENCE, () -> Account.since(before, meters(), blast)
                .accounted());
        Account account = Account.since(before, meters(), blast);
        Duration cpu = process.cpu().minus(cpuBefore);
        long missing = sent.lines() - account.accounted();
        unaccounted += Math.abs(missing);
        if (account.acknowledged() != sent.lines()) {
            System.err.println(account + " of " + sent);
        }
        return new Trial(sent, account.acknowledged(), missing, cpu);
    }

    /** Sends a load; returns after it is sent. */
    interface Sender {
        Sent send() throws IOException, InterruptedException;
    }

    /** The known outcomes of lines. Lost lines are those that Kafka did not acknowledge. */
    private record Account(long kernelDrops, long rejected, long dropped, long lost, long acknowledged) {
        static Account since(Meters before, Meters now, Blast blast) {
            return new Account(
                    more(before, now, "kernel_drops") * blast.perDatagram(),
                    more(before, now, "rejected"),
                    more(before, now, "dropped"),
                    more(before, now, "lost"),
                    more(before, now, "acknowledged"));
        }

        private static long more(Meters before, Meters now, String meter) {
            return now.count("gateway_" + meter) - before.count("gateway_" + meter);
        }

        long accounted() {
            return kernelDrops + rejected + dropped + lost + acknowledged;
        }
    }

    private Meters meters() throws IOException, InterruptedException {
        return Meters.parse(meters.get("/metrics"));
    }

    private void awaitReady() throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + START_WITHIN.toNanos();
        while (!meters.answers("/health/ready")) {
            if (!process.isAlive() || System.nanoTime() > deadlineNanos) {
                throw new IOException("weir gateway did not get ready, see its log above");
            }
            Thread.sleep(100);
        }
    }

    @Override
    public void close() {
        process.close();
        spool.close();
    }
}
