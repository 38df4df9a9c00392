package io.weir.benchmarks;

import io.weir.gateway.intake.LineDatagrams;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.stamp.StampUnit;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The work of an event loop on datagrams of plain lines of 100 000 series, from their bytes to
 * batches for Kafka; an operation is a line.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@OperationsPerInvocation(StandardLines.COUNT)
@Fork(2)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 6, time = 2)
public class LineIntakeBenchmark {
    private static final int MOST_BYTES = 1_400;
    private static final long NOW_NANOS = 1_700_000_001_000_000_000L;

    private final PublishQueue queue = new PublishQueue(1 << 30);
    private final InputCounts counts = new InputCounts("udp");
    private final InetSocketAddress source = InetSocketAddress.createUnresolved("source", 1);
    private final LineIntake intake = UnlimitedIntake.of(queue, counts);
    private final LineDatagrams datagrams = new LineDatagrams(intake, StampUnit.NS);
    private byte[] lines = new byte[0];

    /** Creates the lines. */
    @Setup
    public void setUp() {
        lines = StandardLines.bytes(42);
    }

    /**
     * Handles a line of every series, with as many lines per datagram as an Ethernet frame holds.
     */
    @Benchmark
    public long lines() throws InterruptedException {
        long before = counts.lines.sum();
        int begin = 0;
        int end = 0;
        for (int at = 0; at < lines.length; at++) {
            if (lines[at] == '\n') {
                if (at + 1 - begin > MOST_BYTES) {
                    datagrams.datagram(lines, begin, end, source, NOW_NANOS);
                    begin = end;
                }
                end = at + 1;
            }
        }
        datagrams.datagram(lines, begin, end, source, NOW_NANOS);
        intake.flush();
        while (queue.poll() != null) {
            // Drops a batch for Kafka.
        }
        long taken = counts.lines.sum() - before;
        if (taken != StandardLines.COUNT || counts.rejected.total() > 0) {
            throw new IllegalStateException("took " + taken + " lines, refused " + counts.rejected.snapshot());
        }
        return taken;
    }
}
