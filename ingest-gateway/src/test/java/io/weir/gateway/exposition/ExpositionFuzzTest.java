package io.weir.gateway.exposition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.fuzz.Damage;
import io.weir.gateway.fuzz.LiveHeap;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.testing.Family;
import io.weir.gateway.testing.Proto;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Damaged bodies, to a target whose series are partly known and to one that knows none: both give the
 * same samples and refusals, nothing is thrown, and the heap does not grow.
 */
class ExpositionFuzzTest {
    private static final List<byte[]> VALID = Stream.of(
                    "# HELP a b\n# TYPE a counter\na{b=\"c\",d=\"\\\\ \\\" \\n\"} 1.5e+06 1790000000000\nup 1\n",
                    "h_bucket{le=\"+Inf\"} 8 # {id=\"x\"} 0.6\nh_count 8\nh_sum NaN\n# EOF\n",
                    "  spaced { a = \"}\" , } -Inf\t5\r\nu{v=\"\u00fc\"} 0x1\nu{v=\"\u00fc\"} 2\n")
            .map(text -> text.getBytes(UTF_8))
            .toList();
    private static final List<byte[]> FAMILIES = Stream.of(
                    new Family("c_total")
                            .metric(Family.label("b", "c"), 3, new Proto().number(1, 7))
                            .metric(Family.label("b", "d"), 3, new Proto().number(1, 1.5)),
                    new Family("s").metric(Family.label("b", "c"), 4, Family.summary()),
                    new Family("h").metric(Family.label("b", "c"), 7, Family.histogram()))
            .map(Family::frame)
            .toList();

    private final Intake known = new Intake(128 << 10, 1000, Integer.MAX_VALUE, 1 << 30);
    private final Intake unknown = new Intake(128 << 10, 1000, Integer.MAX_VALUE, 1 << 30);
    private final ExpositionLines knownLines = new ExpositionLines(known.lines);
    private final ExpositionLines unknownLines = new ExpositionLines(unknown.lines);
    private final TargetSeries series = new TargetSeries();
    private long samples;
    private long refused;

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void knownAndUnknownSeriesAreReadInTheSameWay() {
        receive(VALID, List.of(ExpositionFormat.PROMETHEUS, ExpositionFormat.OPEN_METRICS));
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void familiesOfProtobufAreReadInTheSameWay() {
        receive(FAMILIES, List.of(ExpositionFormat.PROTOBUF));
    }

    private void receive(List<byte[]> valid, List<ExpositionFormat> formats) {
        Damage damage = new Damage(Damage.seed(), valid);
        int inputs = Damage.inputs();
        receive(damage, inputs / 2, formats);
        long heap = LiveHeap.bytes();
        receive(damage, inputs - inputs / 2, formats);
        assertThat(LiveHeap.bytes()).as("live heap").isLessThan(heap + LiveHeap.TOLERANCE_BYTES);
        assertThat(samples).as("samples").isGreaterThan(inputs / 3);
        assertThat(refused).as("refused").isGreaterThan(inputs / 10);
    }

    private void receive(Damage damage, int inputs, List<ExpositionFormat> formats) {
        for (int i = 0; i < inputs; i++) {
            byte[] bytes = damage.next();
            ExpositionFormat format = formats.get(i % formats.size());
            Body body = new Body(bytes, bytes.length, format, i % 3 > 0, Intake.NOW_MILLIS, i % 5 > 0, i % 7 > 0);
            List<String> ofKnown = received(known, knownLines, series, body);
            List<String> ofUnknown = received(unknown, unknownLines, new TargetSeries(), body);
            assertThat(ofKnown).as(HexFormat.of().formatHex(bytes)).isEqualTo(ofUnknown);
            assertThat(known.counts.lines.sum() - known.counts.rejected.total()).isGreaterThanOrEqualTo(samples);
        }
    }

    /** Samples without the ends of series, and refusals. */
    private List<String> received(Intake intake, ExpositionLines lines, TargetSeries of, Body body) {
        lines.begin(Intake.SOURCE, Intake.NOW_NANOS);
        lines.take(of, labels -> true, body);
        lines.handOver();
        intake.lines.flush();
        List<Parcel> queued = intake.queued();
        List<String> received = new ArrayList<>();
        Intake.lines(queued).stream()
                .filter(line -> !line.contains(" weir:end=true "))
                .forEach(received::add);
        samples += intake == known ? received.size() : 0;
        for (Parcel.Refused one : Intake.only(Parcel.Refused.class, queued)) {
            received.add(one.reason() + one.at() + new String(one.bytes(), UTF_8));
            refused += intake == known ? 1 : 0;
        }
        Collections.sort(received);
        return received;
    }
}
