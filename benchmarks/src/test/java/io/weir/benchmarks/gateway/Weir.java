package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.benchmarks.harness.WeirService;
import io.weir.standalone.send.Meters;
import io.weir.standalone.send.Sent;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs {@code weir gateway} up to Kafka's acknowledgement, and accounts for every line of every
 * load.
 */
final class Weir implements Receiver {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final TemporaryDirectory spool;
    private final WeirService gateway;
    private final int udpPort;
    private long unaccounted;

    private Weir(TemporaryDirectory spool, WeirService gateway, int udpPort) {
        this.spool = spool;
        this.gateway = gateway;
        this.udpPort = udpPort;
    }

    /**
     * Returns after the gateway is ready.
     *
     * @param arguments of {@code weir gateway}
     */
    static Weir start(KafkaProcess kafka, String... arguments) throws IOException, InterruptedException {
        int udpPort = FreePorts.next();
        List<String> command = new ArrayList<>(List.of("gateway"));
        command.addAll(List.of(arguments));
        // A new spool: the gateway would send, and count, the rest of a killed run.
        TemporaryDirectory spool = TemporaryDirectory.create();
        Map<String, String> settings = Map.of(
                "WEIR_GATEWAY_UDP_PORT",
                "" + udpPort,
                "WEIR_GATEWAY_SPOOL_DIRECTORY",
                spool.path().toString());
        Weir weir = new Weir(spool, WeirService.start(command, kafka, settings, List.of()), udpPort);
        weir.gateway.awaitReady();
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
        Meters before = gateway.meters();
        Duration cpuBefore = gateway.cpu();
        Sent sent = sender.send();
        Quiet.await(sent.lines(), PATIENCE, () -> Account.since(before, gateway.meters(), blast)
                .accounted());
        Account account = Account.since(before, gateway.meters(), blast);
        Duration cpu = gateway.cpu().minus(cpuBefore);
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

    @Override
    public void close() {
        gateway.close();
        spool.close();
    }
}
