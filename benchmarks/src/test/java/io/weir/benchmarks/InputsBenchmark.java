package io.weir.benchmarks;

import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The work of an event loop on the same metrics of 10 000 series in each protocol, from messages of
 * 1000 metrics to batches for Kafka; an operation is a metric. Without sockets, HTTP and
 * decompression.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ProtocolMessages.SERIES)
@Fork(2)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 6, time = 2)
public class InputsBenchmark {
    private static final int PER_MESSAGE = 1_000;

    /** The protocol. */
    @Param
    public InputProtocol protocol = InputProtocol.LINES;

    private final PublishQueue queue = new PublishQueue(1 << 30);
    private final InputCounts counts = new InputCounts("input");
    private final LineIntake intake = UnlimitedIntake.of(queue, counts);
    private List<byte[]> messages = List.of();
    private InputProtocol.Reader reader = message -> {};

    /** Creates the messages. */
    @Setup
    public void setUp() {
        messages = protocol.messages(PER_MESSAGE);
        reader = protocol.reader(intake);
    }

    /** Handles a metric of every series. */
    @Benchmark
    public long metrics() throws InterruptedException, IOException {
        long before = counts.lines.sum();
        for (byte[] message : messages) {
            reader.read(message);
        }
        intake.flush();
        while (queue.poll() != null) {
            // Drops a batch for Kafka.
        }
        long taken = counts.lines.sum() - before;
        if (taken != ProtocolMessages.SERIES || counts.rejected.total() > 0) {
            throw new IllegalStateException("took " + taken + " lines, refused " + counts.rejected.snapshot());
        }
        return taken;
    }
}
