package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.Child;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.standalone.send.Sent;
import java.io.IOException;
import java.time.Duration;

/**
 * A program that passes metrics on to a destination, which counts them.
 *
 * @param directory of its configuration and data, which {@link #close} deletes
 */
record Peer(String name, Child process, TemporaryDirectory directory, MessageSender sender, Destination destination)
        implements Receiver {
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    @Override
    public Trial take(Blast blast) throws IOException, InterruptedException {
        long before = destination.metrics();
        Duration cpuBefore = process.cpu();
        Sent sent = sender.send(blast);
        long passed = Quiet.await(before + sent.lines(), PATIENCE, destination::metrics) - before;
        return new Trial(sent, passed, 0, process.cpu().minus(cpuBefore));
    }

    @Override
    public void close() {
        process.close();
        destination.close();
        directory.close();
    }
}
