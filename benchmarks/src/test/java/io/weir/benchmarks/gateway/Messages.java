package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.Pace;
import io.weir.standalone.send.Sent;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Ready messages of a protocol, which are sent again and again. For one thread. */
final class Messages {
    private final IntFunction<List<byte[]>> maker;
    private final Map<Integer, List<byte[]>> made = new HashMap<>();

    /** @param maker makes messages of a number of metrics, which divides the number of series */
    Messages(IntFunction<List<byte[]>> maker) {
        this.maker = maker;
    }

    /** Sends a message; the number counts from 0. */
    interface Output {
        void send(long number, byte[] message) throws IOException, InterruptedException;
    }

    /** Sends a load. Without a rate, it lasts for its duration, as fast as the output accepts it. */
    Sent send(Blast blast, Output output) throws IOException, InterruptedException {
        List<byte[]> messages = made.computeIfAbsent(blast.perDatagram(), maker::apply);
        long durationNanos = TimeUnit.SECONDS.toNanos(blast.seconds());
        boolean isPaced = blast.linesPerSecond() > 0;
        long wanted = blast.linesPerSecond() * blast.seconds() / blast.perDatagram();
        Pace pace = new Pace(blast.linesPerSecond() / blast.perDatagram());
        long sent = 0;
        while (isPaced ? sent < wanted : pace.elapsedNanos() < durationNanos) {
            if (isPaced) {
                pace.await(sent);
            }
            output.send(sent, messages.get((int) (sent % messages.size())));
            sent++;
        }
        return new Sent(sent, sent * blast.perDatagram(), 0, 0, 0, pace.elapsedNanos());
    }
}
