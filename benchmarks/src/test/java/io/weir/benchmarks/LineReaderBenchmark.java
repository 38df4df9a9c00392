package io.weir.benchmarks;

import io.questdb.cutlass.line.tcp.LineTcpParser;
import io.questdb.std.MemoryTag;
import io.questdb.std.Unsafe;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Compares Weir's line reader with QuestDB's. Both read the same lines and return each value as a
 * double and each timestamp as a long. {@link #questdb} splits tags, so {@link #newSeries} is
 * comparable; {@link #knownSeries} is the usual case.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@OperationsPerInvocation(StandardLines.COUNT)
@Fork(2)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
public class LineReaderBenchmark {
    private final LineReader reader = new LineReader();
    private final SeriesReader series = new SeriesReader();
    private final LineTcpParser questdb = new LineTcpParser();
    private byte[] lines = new byte[0];
    private long nativeLines;

    /** Creates the lines in an array and in native memory. */
    @Setup
    public void setUp() {
        lines = StandardLines.bytes(42);
        nativeLines = Unsafe.malloc(lines.length, MemoryTag.NATIVE_DEFAULT);
        for (int i = 0; i < lines.length; i++) {
            Unsafe.getUnsafe().putByte(nativeLines + i, lines[i]);
        }
    }

    /** Frees the native memory. */
    @TearDown
    public void tearDown() {
        Unsafe.free(nativeLines, lines.length, MemoryTag.NATIVE_DEFAULT);
        questdb.close();
    }

    /** Finds the end of the series without parsing it. */
    @Benchmark
    public double knownSeries() {
        double sum = 0;
        int count = 0;
        reader.wrap(lines, 0, lines.length);
        while (reader.next()) {
            sum += reader.doubleValue(0) + reader.timestamp() + reader.seriesEnd();
            count += reader.error() == LineError.NONE ? 1 : 0;
        }
        return checked(sum, count);
    }

    /** Also checks the measurement and the tags. */
    @Benchmark
    public double newSeries() {
        double sum = 0;
        int count = 0;
        reader.wrap(lines, 0, lines.length);
        while (reader.next()) {
            LineError error = series.read(lines, reader.seriesStart(), reader.seriesEnd());
            sum += reader.doubleValue(0) + reader.timestamp() + series.tagCount();
            count += error == LineError.NONE && reader.error() == LineError.NONE ? 1 : 0;
        }
        return checked(sum, count);
    }

    /** Uses QuestDB's reader. */
    @Benchmark
    public double questdb() {
        double sum = 0;
        int count = 0;
        long end = nativeLines + lines.length;
        questdb.of(nativeLines);
        while (questdb.parseMeasurement(end) == LineTcpParser.ParseResult.MEASUREMENT_COMPLETE) {
            int last = questdb.getEntityCount() - 1;
            sum += questdb.getEntity(last).getFloatValue() + questdb.getTimestamp() + last;
            count++;
            questdb.startNextMeasurement();
        }
        return checked(sum, count);
    }

    private static double checked(double sum, int count) {
        if (count != StandardLines.COUNT) {
            throw new IllegalStateException("read " + count + " of " + StandardLines.COUNT + " lines");
        }
        return sum;
    }
}
