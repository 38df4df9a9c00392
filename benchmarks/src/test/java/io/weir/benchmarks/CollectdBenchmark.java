package io.weir.benchmarks;

import io.weir.gateway.collectd.CollectdIntake;
import io.weir.gateway.collectd.Naming;
import io.weir.gateway.collectd.Protection;
import io.weir.gateway.collectd.ReplayMemory;
import io.weir.gateway.collectd.SecurityLevel;
import io.weir.gateway.collectd.TypesDb;
import io.weir.gateway.collectd.Users;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.testing.CollectdPacket;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
 * The work of an event loop on collectd packets of 100 000 series, from datagram bytes to batches
 * of canonical lines; an operation is a metric. The intake's security level is that of the packets.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@OperationsPerInvocation(CollectdBenchmark.HOSTS * CollectdPackets.METRICS)
@Fork(2)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 6, time = 2)
public class CollectdBenchmark {
    static final int HOSTS = 3125;
    private static final String USER = "farm";
    private static final String PASSWORD = "a password of the farm";
    private static final long NOW_SECONDS = 1_790_000_000L;
    /** Fewer than there are packets, so that each packet is forgotten before it is sent again. */
    private static final int REMEMBERED = 16;

    /** Protection of the packets. */
    public enum Kind {
        /** Neither signed nor encrypted. */
        PLAIN(SecurityLevel.NONE),
        SIGNED(SecurityLevel.SIGN),
        ENCRYPTED(SecurityLevel.ENCRYPT);

        private final SecurityLevel level;

        Kind(SecurityLevel level) {
            this.level = level;
        }
    }

    /** Protection of the packets. */
    @Param({"PLAIN", "SIGNED", "ENCRYPTED"})
    public Kind kind = Kind.PLAIN;

    private final List<byte[]> packets = new ArrayList<>();
    private final PublishQueue queue = new PublishQueue(1 << 30);
    private final InputCounts counts = new InputCounts("collectd");
    private final InetSocketAddress source = InetSocketAddress.createUnresolved("source", 1);
    private final LineIntake lines = UnlimitedIntake.of(queue, counts);
    private CollectdIntake intake = intake(SecurityLevel.NONE);

    /** Creates the packets. */
    @Setup
    public void setUp() {
        Random random = new Random(42);
        for (int host = 0; host < HOSTS; host++) {
            CollectdPacket plain = CollectdPackets.ofHost(host, NOW_SECONDS, random);
            CollectdPacket packet =
                    switch (kind) {
                        case PLAIN -> plain;
                        case SIGNED -> plain.signed(USER, PASSWORD);
                        case ENCRYPTED -> plain.encrypted(USER, PASSWORD);
                    };
            packets.add(packet.bytes());
        }
        intake = intake(kind.level);
    }

    private CollectdIntake intake(SecurityLevel level) {
        Users users = new Users(Map.of(USER, PASSWORD));
        long window = TimeUnit.MINUTES.toNanos(5);
        ReplayMemory replays = new ReplayMemory(window, REMEMBERED, early -> {});
        Protection protection = new Protection(level, () -> users, window, replays);
        return new CollectdIntake(lines, Naming.WEIR, new TypesDb(List.of()), protection);
    }

    /** Handles one packet of every host. */
    @Benchmark
    public long packets() throws InterruptedException {
        long before = counts.lines.sum();
        for (byte[] packet : packets) {
            intake.datagram(packet, 0, packet.length, source, NOW_SECONDS * 1_000_000_000);
        }
        lines.flush();
        while (queue.poll() != null) {
            // Drops a batch for Kafka.
        }
        long taken = counts.lines.sum() - before;
        if (taken != (long) HOSTS * CollectdPackets.METRICS || counts.rejected.total() > 0) {
            throw new IllegalStateException("took " + taken + " lines, refused " + counts.rejected.snapshot());
        }
        return taken;
    }
}
