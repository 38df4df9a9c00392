package io.weir.benchmarks.gateway;

import static java.util.Objects.requireNonNull;

import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.gateway.spool.Disk;
import io.weir.gateway.spool.Spool;
import io.weir.gateway.spool.SpoolSettings;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of forcing the spool to its disk, for a frame whose sender waits and for one without a
 * waiting sender.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 4)
public class SpoolBenchmark {
    private static final long SPOOL_BYTES = 1L << 30;
    private static final int FRAME_BYTES = 60_000;

    @Param({"true", "false"})
    private boolean isForced = true;

    private final byte[] frame = new byte[FRAME_BYTES];
    private @Nullable TemporaryDirectory directory;
    private @Nullable Spool spool;

    /** Opens the spool in a temporary directory. */
    @Setup
    public void open() throws IOException {
        new Random(1).nextBytes(frame);
        directory = TemporaryDirectory.create();
        UnaryOperator<Disk> disk = isForced ? UnaryOperator.identity() : UnforcedDisk::new;
        spool = Spool.open(new SpoolSettings(directory.path(), SPOOL_BYTES, 1), 1, disk);
    }

    /** Keeps a frame of 60 kB until it is forced: a sender over HTTP waits for its answer. */
    @Benchmark
    public boolean awaited() throws IOException {
        Spool opened = requireNonNull(spool);
        long end = opened.keep(0, frame);
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        opened.whenForced(result::complete);
        boolean isSafe = result.join();
        opened.acknowledge(0, end);
        return isSafe;
    }

    /** Keeps a frame of 60 kB: a sender over UDP does not wait. */
    @Benchmark
    public long notAwaited() throws IOException {
        Spool opened = requireNonNull(spool);
        long end = opened.keep(0, frame);
        opened.acknowledge(0, end);
        return end;
    }

    /** Closes the spool and deletes its directory. */
    @TearDown
    public void close() {
        requireNonNull(spool).close();
        requireNonNull(directory).close();
    }
}
