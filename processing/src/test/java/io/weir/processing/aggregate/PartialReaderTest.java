package io.weir.processing.aggregate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.rule.metric.AggregateFunction;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartialReaderTest {

    private static final List<AggregateFunction> MEAN = List.of(AggregateFunction.MEAN);
    private static final GroupShape SHAPE = new GroupShape("load", 0x0123456789abcdefL, 10, 5, 1, MEAN, false, 100);
    private static final GroupShape PEERS = new GroupShape("odd", 7, 10, 5, 1, MEAN, true, 100);

    /**
     * The bytes are on disks and exchanged between versions: they may change only with the format's
     * number.
     */
    @Test
    void bytesAreAsDocumented() {
        assertThat(HexFormat.of().formatHex(written(SHAPE, 3, 4.5, 2)))
                .isEqualTo("00000031" + "01" + "00000010" + "0123456789abcdef"
                        + HexFormat.of().formatHex("cpu_1s,a".getBytes(UTF_8)) + "000000000000000a" + "00000002"
                        + "0000000000000002" + "401a000000000000");
    }

    @Test
    void sumsAreOfAllPartitions() {
        PartialSum sum = new PartialSum(SHAPE);
        sum.add(read(written(SHAPE, 3, 4.5, 2)).body());
        sum.add(read(written(SHAPE, 9, 1, 1)).body());

        assertThat(sum.sources()).isEqualTo(3);
        assertThat(sum.cells().count(0)).isEqualTo(3);
        assertThat(sum.cells().value(0, AggregateFunction.MEAN)).isEqualTo((4.5 + 2 + 1) / 3);
    }

    @Test
    void membersKeepTheirOwnValues() {
        PartialSum sum = new PartialSum(PEERS);
        sum.add(read(written(PEERS, 3, 4.5, 2)).body());
        sum.add(read(written(PEERS, 9, 1, 1)).body());

        assertThat(sum.members().size()).isEqualTo(3);
        assertThat(sum.members().series(2)).isEqualTo("s9".getBytes(UTF_8));
        assertThat(sum.members().cells().value(1, AggregateFunction.MEAN)).isEqualTo(2);
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
     * A partial of {@code count} series: the first with the value {@code first}, each further one
     * with its number.
     */
    private static byte[] written(GroupShape shape, int hash, double first, int count) {
        GroupWindow window = new GroupWindow(shape, 10);
        window.add(0, 10, first, hash, ("s" + hash).getBytes(UTF_8));
        for (int more = 2; more <= count; more++) {
            window.add(0, 10, more, hash + more, ("s" + (hash + more)).getBytes(UTF_8));
        }
        PartialWriter writer = new PartialWriter();
        writer.append(GroupKey.of(shape, "cpu_1s,a".getBytes(UTF_8)).bytes(), shape, window);
        return writer.take();
    }
}
