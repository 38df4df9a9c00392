package io.weir.gateway.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.partial.PartialMemory;
import io.weir.gateway.intake.partial.SourceAggregation;
import io.weir.gateway.intake.stamp.StampClock;
import io.weir.gateway.intake.stamp.StampLimits;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.Limits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** An intake with its environment, and its output. */
public final class Intake {
    public static final InetSocketAddress SOURCE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 4711);
    public static final long NOW_MILLIS = 1_790_000_000_000L;
    public static final long NOW_NANOS = NOW_MILLIS * 1_000_000;
    static final int PARTITIONS = 4;
    private static final long HOUR_NANOS = 3_600_000_000_000L;

    public final InputCounts counts = new InputCounts("udp");
    public final PublishQueue queue;
    public final LineIntake lines;
    final LineDatagrams datagrams;
    final GatewayTime time;

    public Intake() {
        this(128 << 10, 1000, 1000, 1 << 30);
    }

    public Intake(StampUnit unit) {
        this(128 << 10, 1000, 1000, 1 << 30, unit);
    }

    public Intake(int batchBytes, int knownSeries, int rejectsPerSecond, long queueBytes) {
        this(batchBytes, knownSeries, rejectsPerSecond, queueBytes, StampUnit.NS);
    }

    public Intake(int batchBytes, int knownSeries, int rejectsPerSecond, long queueBytes, Limits limits) {
        this(batchBytes, knownSeries, rejectsPerSecond, queueBytes, StampUnit.NS, limits);
    }

    public Intake(Limits limits) {
        this(128 << 10, 1000, 1000, 1 << 30, StampUnit.NS, limits);
    }

    private Intake(int batchBytes, int knownSeries, int rejectsPerSecond, long queueBytes, StampUnit unit) {
        this(batchBytes, knownSeries, rejectsPerSecond, queueBytes, unit, Limits.of(LimitSettings.NONE, () -> 0));
    }

    /** Aggregates fields. */
    public Intake(List<SourceAggregation> aggregations) {
        this(aggregations, new PartialMemory(PartialMemory.STANDARD_BYTES));
    }

    /** Aggregates fields in this memory. */
    public Intake(List<SourceAggregation> aggregations, PartialMemory partials) {
        this(
                128 << 10,
                1000,
                1000,
                1 << 30,
                StampUnit.NS,
                Limits.of(LimitSettings.NONE, () -> 0),
                aggregations,
                partials);
    }

    private Intake(
            int batchBytes, int knownSeries, int rejectsPerSecond, long queueBytes, StampUnit unit, Limits limits) {
        this(batchBytes, knownSeries, rejectsPerSecond, queueBytes, unit, limits, List.of(), new PartialMemory(0));
    }

    private Intake(
            int batchBytes,
            int knownSeries,
            int rejectsPerSecond,
            long queueBytes,
            StampUnit unit,
            Limits limits,
            List<SourceAggregation> aggregations,
            PartialMemory partials) {
        queue = new PublishQueue(queueBytes);
        lines = new LineIntake(
                new IntakeSettings(
                        PARTITIONS,
                        batchBytes,
                        knownSeries,
                        1 << 20,
                        rejectsPerSecond,
                        new StampLimits(HOUR_NANOS, StampLimits.NONE),
                        aggregations),
                new SharedParts(queue, new StampClock(), partials, limits),
                counts);
        datagrams = new LineDatagrams(lines, unit);
        time = new GatewayTime(queue, PARTITIONS);
        time.join(lines, Runnable::run);
    }

    public void receive(String datagram) {
        receive(datagram.getBytes(UTF_8));
    }

    public void receive(byte[] datagram) {
        datagrams.datagram(datagram, 0, datagram.length, SOURCE, NOW_NANOS);
    }

    /** Everything handed over since the previous call, in order. */
    public List<Parcel> queued() {
        List<Parcel> parcels = new ArrayList<>();
        try {
            for (Parcel parcel = queue.poll(); parcel != null; parcel = queue.poll()) {
                parcels.add(parcel);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return parcels;
    }

    public static <P extends Parcel> List<P> only(Class<P> kind, List<Parcel> parcels) {
        return parcels.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The lines of the batches, each after its partition. */
    public static List<String> lines(List<Parcel> parcels) {
        return only(Parcel.Batch.class, parcels).stream()
                .flatMap(batch -> texts(batch).map(line -> batch.partition() + " " + line))
                .toList();
    }

    /** The lines of the batches, without their partitions. */
    public static List<String> lineTexts(List<Parcel> parcels) {
        return only(Parcel.Batch.class, parcels).stream().flatMap(Intake::texts).toList();
    }

    /** The bytes of each refusal, as text. */
    public static List<String> refusedTexts(List<Parcel> parcels) {
        return only(Parcel.Refused.class, parcels).stream()
                .map(refused -> new String(refused.bytes(), UTF_8))
                .toList();
    }

    private static Stream<String> texts(Parcel.Batch batch) {
        return Stream.of(new String(batch.lines(), UTF_8).split("\n"));
    }
}
