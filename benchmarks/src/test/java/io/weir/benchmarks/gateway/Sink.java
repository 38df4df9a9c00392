package io.weir.benchmarks.gateway;

import io.weir.standalone.send.Sent;
import io.weir.writer.testing.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;

/**
 * Runs {@code udpsink}, the upper bound of the receive rate on this machine. One process per load.
 */
final class Sink implements Receiver {
    /** The size that the gateway requests. */
    static final int RECEIVE_BUFFER_BYTES = 16 << 20;

    @Override
    public String name() {
        return "bare recvmmsg";
    }

    @Override
    public Trial take(Blast blast) throws IOException, InterruptedException {
        int port = FreePorts.next();
        Process sink = new ProcessBuilder(Tools.UDPSINK.toString(), "" + port, "" + RECEIVE_BUFFER_BYTES)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = sink.inputReader()) {
            if (!"ready".equals(said.readLine())) {
                throw new IOException("udpsink did not start, see above");
            }
            Sent sent = blast.send(port);
            long datagrams = Long.parseLong(said.readLine());
            return new Trial(sent, datagrams * blast.perDatagram(), 0, Duration.ZERO);
        } finally {
            sink.destroy();
        }
    }

    @Override
    public void close() {
        // Nothing outlives a load.
    }
}
