package io.weir.processing.aggregate.group;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.Histogram;
import io.weir.contract.rule.aggregate.Repeats;
import io.weir.processing.aggregate.cell.CellLayout;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PartialReaderTest {

    private static final AggregateFunction MEAN = AggregateFunction.MEAN;
    private static final CellLayout LAYOUT = CellLayout.of(List.of(MEAN));
    private static final List<GroupColumn> COLUMNS = List.of(new GroupColumn(0, MEAN, List.of(MEAN), 0, LAYOUT));
    private static final GroupShape SHAPE = shape("load", 0x0123456789abcdefL, new MembersKept(0, 0), Optional.empty());
    private static final GroupShape PEERS = shape("odd", 7, new MembersKept(10, 0), Optional.empty());
    private static final GroupShape LATENCY =
            shape("latency", 8, new MembersKept(0, 0), Optional.of(new Histogram.InTag("le")));

    private static GroupShape shape(String rule, long identity, MembersKept members, Optional<Histogram> histogram) {
        return new GroupShape(
                rule,
                identity,
                10,
                10,
                5,
                0,
                List.of(new InputColumns(new InputType(null, false, false), new int[] {0}, 0, Double.NaN)),
                Repeats.REPLACE,
                LAYOUT,
                COLUMNS,
                members,
                List.of(),
                histogram,
                100,
                true,
                false,
                false);
    }

    /**
     * The bytes are on disks and exchanged between versions: they may change only with the format's
     * number.
     */
    @Test
    void bytesAreAsDocumented() {
        assertThat(HexFormat.of().formatHex(written(SHAPE, 3, 4.5, 2)))
                .isEqualTo("2e" + "06" + "0123456789abcdef" + "000000000000000a" + "08"
                        + HexFormat.of().formatHex("cpu_1s,a".getBytes(UTF_8)) + "02" + "01" + "03"
                        + "04" + "401a000000000000" + "0000000000000000");
    }

    /** The others have the rule, the start and a part of the group of the one before them. */
    @Test
    void partialsOfOneWindowShareItsStart() {
        PartialWriter writer = new PartialWriter();
        for (String series : List.of("a", "ab", "b", "c".repeat(200), "c".repeat(99))) {
            writer.append(GroupKey.of(SHAPE, series.getBytes(UTF_8)).bytes(), window(SHAPE, 3, 4.5, 1));
        }
        writer.append(GroupKey.of(PEERS, "d".getBytes(UTF_8)).bytes(), window(PEERS, 3, 4.5, 1));

        PartialReader reader = new PartialReader(writer.take());
        for (String series : List.of("a", "ab", "b", "c".repeat(200), "c".repeat(99), "d")) {
            assertThat(reader.next()).isTrue();
            assertThat(GroupKey.series(reader.key())).isEqualTo(series.getBytes(UTF_8));
            assertThat(GroupKey.identity(reader.key()))
                    .isEqualTo(series.equals("d") ? PEERS.identity() : SHAPE.identity());
            assertThat(reader.start()).isEqualTo(10);
        }
        assertThat(reader.next()).isFalse();
    }

    @Test
    void moreOfAGroupThanTheOneBeforeHasIsRefused() {
        PartialWriter writer = new PartialWriter();
        for (String series : List.of("a", "ab")) {
            writer.append(GroupKey.of(SHAPE, series.getBytes(UTF_8)).bytes(), window(SHAPE, 3, 4.5, 1));
        }
        byte[] written = writer.take();
        // After the first partial come a length, the format, and the number of shared bytes.
        int shared = 1 + written[0] + 2;
        assertThat(written[shared]).isEqualTo((byte) 1);
        written[shared] = 2;

        PartialReader reader = new PartialReader(written);
        assertThat(reader.next()).isTrue();
        assertThatThrownBy(reader::next).hasMessageContaining("shares more of a group");
    }

    @Test
    void sumsAreOfAllPartitions() {
        PartialSum sum = new PartialSum(SHAPE);
        sum.add(read(written(SHAPE, 3, 4.5, 2)).body());
        sum.add(read(written(SHAPE, 9, 1, 1)).body());

        assertThat(sum.sources()).isEqualTo(3);
        assertThat(sum.held()).isEqualTo(1);
        assertThat(sum.samples()).isEqualTo(6);
        assertThat(sum.value(0, MEAN)).isEqualTo((4.5 + 2 + 1) / 3);
    }

    @Test
    void bucketsFollowTheCells() {
        PartialWindow window = bucket(0.5, 3);
        assertThat(HexFormat.of().formatHex(written(LATENCY, window)))
                .isEqualTo("3f" + "06" + "0000000000000008" + "000000000000000a" + "08"
                        + HexFormat.of().formatHex("cpu_1s,a".getBytes(UTF_8)) + "01" + "00" + "03"
                        + "02" + "4008000000000000" + "0000000000000000" + "01" + "3fe0000000000000"
                        + "4008000000000000");

        PartialSum sum = new PartialSum(LATENCY);
        sum.add(read(written(LATENCY, window)).body());
        sum.add(read(written(LATENCY, bucket(1, 1))).body());
        sum.add(read(written(LATENCY, bucket(1, 3))).body());
        sum.add(read(written(LATENCY, bucket(Double.POSITIVE_INFINITY, 4))).body());
        assertThat(sum.count(0)).isEqualTo(4);
        assertThat(sum.value(0, AggregateFunction.of("p87.5"))).isEqualTo(0.75);
    }

    private static PartialWindow bucket(double bound, double count) {
        PartialWindow window = new PartialWindow(LATENCY, 10);
        long[] tags = {Double.doubleToRawLongBits(bound)};
        GroupPlan plan = new GroupPlan(GroupKey.of(LATENCY, new byte[0]), new byte[0], tags);
        window.add(0, plan, bound, 10, Double.doubleToRawLongBits(count), false);
        window.count(3, tags);
        return window;
    }

    @Test
    void membersKeepTheirOwnValues() {
        PartialSum sum = new PartialSum(PEERS);
        sum.add(read(written(PEERS, 3, 4.5, 2)).body());
        sum.add(read(written(PEERS, 9, 1, 1)).body());

        assertThat(sum.members().values()).hasSize(3);
        assertThat(sum.members().series(2)).isEqualTo("s9".getBytes(UTF_8));
        assertThat(sum.members().values()[1]).isEqualTo(2);
    }

    @Test
    void truncatedBytesAreRefused() {
        byte[] whole = written(SHAPE, 3, 4.5, 2);
        for (int length = 1; length < whole.length; length++) {
            byte[] broken = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> new PartialReader(broken).next())
                    .as("%d bytes", length)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static PartialReader read(byte[] value) {
        PartialReader reader = new PartialReader(value);
        assertThat(reader.next()).isTrue();
        assertThat(reader.start()).isEqualTo(10);
        assertThat(GroupKey.series(reader.key())).isEqualTo("cpu_1s,a".getBytes(UTF_8));
        return reader;
    }

    /**
     * A partial of {@code count} series: the first with three values of mean {@code first}, each
     * further one with its number, held.
     */
    private static byte[] written(GroupShape shape, int hash, double first, int count) {
        return written(shape, window(shape, hash, first, count));
    }

    private static byte[] written(GroupShape shape, PartialWindow window) {
        PartialWriter writer = new PartialWriter();
        writer.append(GroupKey.of(shape, "cpu_1s,a".getBytes(UTF_8)).bytes(), window);
        return writer.take();
    }

    private static PartialWindow window(GroupShape shape, int hash, double first, int count) {
        PartialWindow window = new PartialWindow(shape, 10);
        add(window, hash, first, 3);
        for (int more = 2; more <= count; more++) {
            add(window, hash + more, more, 0);
        }
        return window;
    }

    private static void add(PartialWindow window, int number, double value, int samples) {
        window.column(0).add(0, 10, Double.doubleToRawLongBits(value), false);
        if (window.members() != null) {
            window.members().add(("s" + number).getBytes(UTF_8), value);
        }
        window.count(samples, new long[0]);
    }
}
