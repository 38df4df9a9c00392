package io.weir.gateway.sparkplug;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.InputPage;
import io.weir.gateway.testing.Proto;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Date;
import org.eclipse.tahu.message.model.MetricDataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines and refusals of payloads, which Eclipse Tahu makes. */
@SuppressWarnings("JavaUtilDate") // Tahu wants it.
class SparkplugMappingTest {
    private static final long T = MappedMessages.T;
    private static final String OF_NODE = MappedMessages.OF_NODE;
    private static final String OF_DEVICE = MappedMessages.OF_DEVICE;
    private static final String AT = MappedMessages.AT;

    private final MappedMessages messages = new MappedMessages();

    @Test
    void thePageHasEveryReason() {
        String page = new InputPage("sparkplug").text();
        assertThat(Arrays.stream(SparkplugError.values())
                        .filter(error -> error != SparkplugError.NONE)
                        .map(SparkplugError::code))
                .allMatch(reason -> page.contains("`" + reason + "`"));
        assertThat(page)
                .contains(Rebirths.ASKED)
                .contains(SparkplugMapping.OLD_DEATH)
                .contains(SparkplugMapping.MISSED_SESSION);
    }

    @Test
    void birthsNameTheMetricsOfData() {
        messages.send(
                "NBIRTH/n",
                new Tahu(0, T)
                        .session(7)
                        .metric("Node Control/Rebirth", MetricDataType.Boolean, false)
                        .metric("Plant/Load 1", 1, MetricDataType.Double, 0.5)
                        .metric("up", MetricDataType.Boolean, true)
                        .birth());
        messages.send(
                "DBIRTH/n/d",
                new Tahu(1, T).metric("t", 2, MetricDataType.Float, 21.5f).birth());
        messages.send(
                "DDATA/n/d",
                new Tahu(2, T + 1).alias(2, MetricDataType.Float, 22.25f).data());
        messages.send(
                "NDATA/n",
                new Tahu(3, T + 2)
                        .alias(1, MetricDataType.Double, 0.75)
                        .metric("up", MetricDataType.Boolean, false)
                        .data());
        assertThat(messages.lines())
                .containsExactlyInAnyOrder(
                        OF_NODE + "Plant/Load\\ 1=0.5,up=true" + AT,
                        OF_DEVICE + "t=21.5" + AT,
                        OF_DEVICE + "t=22.25 " + (T + 1) + "000000",
                        OF_NODE + "Plant/Load\\ 1=0.75,up=false " + (T + 2) + "000000");
        assertThat(messages.counts().rejected.total()).isZero();
        assertThat(messages.counts().warnings.total()).isZero();
        assertThat(messages.counts().missing.sum()).isZero();
        assertThat(messages.commands()).isEmpty();
    }

    @Test
    void everyTypeBecomesAField() {
        messages.send(
                "NDATA/n",
                new Tahu(0, T)
                        .metric("i8", MetricDataType.Int8, (byte) -128)
                        .metric("i16", MetricDataType.Int16, (short) -2)
                        .metric("i32", MetricDataType.Int32, Integer.MIN_VALUE)
                        .metric("i64", MetricDataType.Int64, Long.MIN_VALUE)
                        .metric("u8", MetricDataType.UInt8, (short) 255)
                        .metric("u16", MetricDataType.UInt16, 65_535)
                        .metric("u32", MetricDataType.UInt32, 4_294_967_295L)
                        .metric("u64", MetricDataType.UInt64, new BigInteger("18446744073709551615"))
                        .metric("f", MetricDataType.Float, 0.1f)
                        .metric("d", MetricDataType.Double, 0.1)
                        .metric("b", MetricDataType.Boolean, true)
                        .metric("at", MetricDataType.DateTime, new Date(T))
                        .metric("none", MetricDataType.Int32, null)
                        .birth());
        assertThat(messages.lines())
                .containsExactly(OF_NODE + "i8=-128i,i16=-2i,i32=-2147483648i,i64=-9223372036854775808i"
                        + ",u8=255i,u16=65535i,u32=4294967295i,u64=18446744073709551615u,f=0.1,d=0.1,b=true,at=" + T
                        + "i" + AT);
    }

    @Test
    void arraysAreTexts() {
        messages.send(
                "NDATA/n",
                new Tahu(0, T)
                        .metric("a", MetricDataType.Int8Array, new Byte[] {-1, 2})
                        .metric("b", MetricDataType.Int16Array, new Short[] {-300, 300})
                        .metric("c", MetricDataType.Int32Array, new Integer[] {Integer.MIN_VALUE})
                        .metric("d", MetricDataType.Int64Array, new Long[] {Long.MIN_VALUE, 0L})
                        .metric("e", MetricDataType.UInt8Array, new Short[] {255})
                        .metric("f", MetricDataType.UInt16Array, new Integer[] {65_535})
                        .metric("g", MetricDataType.UInt32Array, new Long[] {4_294_967_295L})
                        .metric("h", MetricDataType.UInt64Array, new BigInteger[] {
                            new BigInteger("18446744073709551615")
                        })
                        .metric("i", MetricDataType.FloatArray, new Float[] {0.1f, -2f})
                        .metric("j", MetricDataType.DoubleArray, new Double[] {0.1, 1e300})
                        .metric("k", MetricDataType.DateTimeArray, new Date[] {new Date(5)})
                        .metric("l", MetricDataType.Int8Array, new Byte[] {})
                        .birth());
        assertThat(messages.lines())
                .containsExactlyInAnyOrder(
                        OF_NODE + "a=\"[-1,2]\"" + AT,
                        OF_NODE + "b=\"[-300,300]\"" + AT,
                        OF_NODE + "c=\"[-2147483648]\"" + AT,
                        OF_NODE + "d=\"[-9223372036854775808,0]\"" + AT,
                        OF_NODE + "e=\"[255]\"" + AT,
                        OF_NODE + "f=\"[65535]\"" + AT,
                        OF_NODE + "g=\"[4294967295]\"" + AT,
                        OF_NODE + "h=\"[18446744073709551615]\"" + AT,
                        OF_NODE + "i=\"[0.1,-2]\"" + AT,
                        OF_NODE + "j=\"[0.1,1.0E300]\"" + AT,
                        OF_NODE + "k=\"[5]\"" + AT,
                        OF_NODE + "l=\"[]\"" + AT);
    }

    @Test
    void metricsOfOneTimeShareALine() {
        messages.send(
                "NBIRTH/n",
                new Tahu(0, T)
                        .metric("a", 1, MetricDataType.Int32, 1)
                        .metric("s", 2, MetricDataType.String, "x \"y\"")
                        .metric("b", 3, MetricDataType.Int32, 2)
                        .birth());
        messages.send(
                "NDATA/n",
                new Tahu(1, T)
                        .alias(1, MetricDataType.Int32, 3, T + 1)
                        .alias(3, MetricDataType.Int32, 4, T + 1)
                        .alias(1, MetricDataType.Int32, 5, T + 2)
                        .data());
        assertThat(messages.lines())
                .containsExactlyInAnyOrder(
                        OF_NODE + "a=1i" + AT,
                        OF_NODE + "s=\"x \\\"y\\\"\"" + AT,
                        OF_NODE + "b=2i" + AT,
                        OF_NODE + "a=3i,b=4i " + (T + 1) + "000000",
                        OF_NODE + "a=5i " + (T + 2) + "000000");
    }

    /** A broker publishes the death of a lost connection late, when the node may have a new one. */
    /** A broker of MQTT 3.1.1 sends a retained death at each subscription; the body is left out. */
    /** A session of the broker keeps the subscriptions of former settings. */
    /** A series must not end before the last value that the clock of its node wrote. */
    @Test
    void aWrongMetricCostsNoOther() {
        Proto wrong = new Proto()
                .integer(1, T)
                .message(2, metric("a", MetricType.INT8, 10, 300))
                .message(2, metric("b", MetricType.INT8, 10, 255))
                .message(2, metric("c", MetricType.UINT8, 10, 256))
                .message(2, metric("d", MetricType.INT32, 11, 0xffff_fffeL))
                .message(2, metric("e", MetricType.INT32, 11, 1L << 32))
                .message(2, metric("f", MetricType.BOOLEAN, 10, 1))
                .message(2, metric("g", 16, 10, 1))
                .message(2, metric("h", MetricType.STRING, 10, 1))
                .message(2, metric("i", MetricType.INT16, 14, 1))
                .message(2, metric("weir:end", MetricType.BOOLEAN, 14, 1))
                .message(2, metric("weir:change", MetricType.BOOLEAN, 14, 1))
                .message(2, metric("x".repeat(1025), MetricType.BOOLEAN, 14, 1))
                .message(
                        2,
                        new Proto().text(1, "j").integer(4, MetricType.STRING).bytes(15, new byte[] {-1}))
                .message(
                        2,
                        new Proto().text(1, "k").integer(4, MetricType.DOUBLE).number(13, Double.NaN))
                .message(
                        2,
                        new Proto()
                                .text(1, "l")
                                .integer(4, MetricType.FLOAT_ARRAY)
                                .bytes(16, new byte[5]))
                .message(2, new Proto().integer(4, MetricType.DOUBLE).number(13, 1))
                .bytes(2, new byte[] {8})
                .message(
                        2,
                        new Proto().text(1, "m").integer(4, MetricType.DOUBLE).number(13, 1.5));
        messages.send("NDATA/n", wrong.bytes());
        String topic = ": spBv1.0/g/NDATA/n ";
        assertThat(messages.lines()).containsExactly(OF_NODE + "b=-1i,d=-2i,m=1.5" + AT);
        assertThat(messages.refused())
                .containsExactly(
                        "sparkplug-bad-type" + topic + "a ",
                        "sparkplug-bad-type" + topic + "c ",
                        "sparkplug-bad-type" + topic + "e ",
                        "sparkplug-bad-type" + topic + "f ",
                        "sparkplug-bad-type" + topic + "g ",
                        "sparkplug-bad-type" + topic + "h ",
                        "sparkplug-bad-type" + topic + "i ",
                        "sparkplug-bad-name" + topic + "weir:end ",
                        "sparkplug-bad-name" + topic + "weir:change ",
                        "sparkplug-bad-name" + topic + "x".repeat(1025) + " ",
                        "sparkplug-bad-text" + topic + "j ",
                        "not-finite" + topic + "k ",
                        "sparkplug-bad-type" + topic + "l ",
                        "sparkplug-bad-name" + topic + " ",
                        "sparkplug-broken: spBv1.0/g/NDATA/n \u0008");
    }

    private static Proto metric(String name, int type, int field, long value) {
        return new Proto().text(1, name).integer(4, type).integer(field, value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spBv1.0/g/NCMD/n",
                "spBv1.0/g/NDATA/n/d",
                "spBv1.0/g/DDATA/n",
                "spBv1.0/STATE/host",
                "spAv1.0/g/NDATA/n",
                "spBv1.0/g/NDATA/",
                "spBv1.0//NDATA/n",
                "spBv1.0/g/DDATA/n/",
                "a"
            })
    void otherTopicsAreRefused(String topic) {
        messages.take(topic, new Tahu(0, T).metric("a", MetricDataType.Int32, 1).birth());
        assertThat(messages.refused()).singleElement().asString().startsWith("sparkplug-bad-topic: " + topic + " ");
        assertThat(messages.lines()).isEmpty();
    }

    @Test
    void aPayloadThatCannotBeReadIsRefused() {
        messages.send("NDATA/n", new byte[] {18, 5, 1});
        messages.send(
                "NDATA/n",
                new Proto()
                        .text(4, "SPBV1.0_COMPRESSED")
                        .bytes(5, new byte[] {1})
                        .bytes());
        assertThat(messages.refused())
                .containsExactly(
                        "sparkplug-broken: spBv1.0/g/NDATA/n \u0012\u0005\u0001",
                        "sparkplug-compressed: spBv1.0/g/NDATA/n \"\u0012SPBV1.0_COMPRESSED*\u0001\u0001");
    }
}
