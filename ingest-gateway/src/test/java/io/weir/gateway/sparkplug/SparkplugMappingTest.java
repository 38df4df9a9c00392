package io.weir.gateway.sparkplug;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.consume.Message;
import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.testing.InputPage;
import io.weir.gateway.testing.Proto;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.eclipse.tahu.message.model.Metric;
import org.eclipse.tahu.message.model.MetricDataType;
import org.eclipse.tahu.message.model.SparkplugBPayload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With payloads of Eclipse Tahu. */
@SuppressWarnings("JavaUtilDate") // Tahu wants it.
class SparkplugMappingTest {
    private static final long T = Intake.NOW_NANOS / 1_000_000;
    private static final String OF_NODE = "sparkplug,group=g,node=n ";
    private static final String OF_DEVICE = "sparkplug,device=d,group=g,node=n ";
    private static final String AT = " " + T + "000000";

    private final Intake intake = new Intake();
    private final List<String> commands = new ArrayList<>();
    private final List<byte[]> sent = new ArrayList<>();
    private final HeldBytes memory = new HeldBytes(1 << 20);
    private final SparkplugMapping mapping = mapping(memory);
    private long nowNanos = Intake.NOW_NANOS;

    private SparkplugMapping mapping(HeldBytes held) {
        return mapping(Set.of(), held);
    }

    private SparkplugMapping mapping(Set<String> groups, HeldBytes held) {
        return new SparkplugMapping(intake.lines, groups, "sparkplug", held, (topic, payload) -> {
            commands.add(topic);
            sent.add(payload);
        });
    }

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
        send(
                "NBIRTH/n",
                new Tahu(0, T)
                        .session(7)
                        .metric("Node Control/Rebirth", MetricDataType.Boolean, false)
                        .metric("Plant/Load 1", 1, MetricDataType.Double, 0.5)
                        .metric("up", MetricDataType.Boolean, true)
                        .birth());
        send(
                "DBIRTH/n/d",
                new Tahu(1, T).metric("t", 2, MetricDataType.Float, 21.5f).birth());
        send(
                "DDATA/n/d",
                new Tahu(2, T + 1).alias(2, MetricDataType.Float, 22.25f).data());
        send(
                "NDATA/n",
                new Tahu(3, T + 2)
                        .alias(1, MetricDataType.Double, 0.75)
                        .metric("up", MetricDataType.Boolean, false)
                        .data());
        assertThat(lines())
                .containsExactlyInAnyOrder(
                        OF_NODE + "Plant/Load\\ 1=0.5,up=true" + AT,
                        OF_DEVICE + "t=21.5" + AT,
                        OF_DEVICE + "t=22.25 " + (T + 1) + "000000",
                        OF_NODE + "Plant/Load\\ 1=0.75,up=false " + (T + 2) + "000000");
        assertThat(intake.counts.rejected.total()).isZero();
        assertThat(intake.counts.warnings.total()).isZero();
        assertThat(intake.counts.missing.sum()).isZero();
        assertThat(commands).isEmpty();
    }

    @Test
    void everyTypeBecomesAField() {
        send(
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
        assertThat(lines())
                .containsExactly(OF_NODE + "i8=-128i,i16=-2i,i32=-2147483648i,i64=-9223372036854775808i"
                        + ",u8=255i,u16=65535i,u32=4294967295i,u64=18446744073709551615u,f=0.1,d=0.1,b=true,at=" + T
                        + "i" + AT);
    }

    @Test
    void arraysAreTexts() {
        send(
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
        assertThat(lines())
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
        send(
                "NBIRTH/n",
                new Tahu(0, T)
                        .metric("a", 1, MetricDataType.Int32, 1)
                        .metric("s", 2, MetricDataType.String, "x \"y\"")
                        .metric("b", 3, MetricDataType.Int32, 2)
                        .birth());
        send(
                "NDATA/n",
                new Tahu(1, T)
                        .alias(1, MetricDataType.Int32, 3, T + 1)
                        .alias(3, MetricDataType.Int32, 4, T + 1)
                        .alias(1, MetricDataType.Int32, 5, T + 2)
                        .data());
        assertThat(lines())
                .containsExactlyInAnyOrder(
                        OF_NODE + "a=1i" + AT,
                        OF_NODE + "s=\"x \\\"y\\\"\"" + AT,
                        OF_NODE + "b=2i" + AT,
                        OF_NODE + "a=3i,b=4i " + (T + 1) + "000000",
                        OF_NODE + "a=5i " + (T + 2) + "000000");
    }

    @Test
    void anUnknownMetricIsRefusedAndTheNodeAskedForItsBirths() throws Exception {
        send("NDATA/n", new Tahu(5, T).alias(1, MetricDataType.Int32, 1).data());
        send("NDATA/n", new Tahu(6, T).alias(1, MetricDataType.Int32, 1).data());
        assertThat(refused())
                .containsExactly(
                        "sparkplug-unknown-metric: spBv1.0/g/NDATA/n alias 1 ",
                        "sparkplug-unknown-metric: spBv1.0/g/NDATA/n alias 1 ");
        assertThat(commands).containsExactly("spBv1.0/g/NCMD/n");
        assertThat(intake.counts.warnings.of(Rebirths.ASKED)).isEqualTo(1);
        SparkplugBPayload asked = Tahu.read(sent.get(0));
        assertThat(asked.getTimestamp()).isEqualTo(new Date(T));
        Metric command = asked.getMetrics().get(0);
        assertThat(command.getName()).isEqualTo("Node Control/Rebirth");
        assertThat(command.getDataType()).isEqualTo(MetricDataType.Boolean);
        assertThat(command.getValue()).isEqualTo(true);
        nowNanos += 10_000_000_000L;
        send("DDATA/n/d", new Tahu(7, T).metric("t", MetricDataType.Int32, 1).data());
        assertThat(refused()).containsExactly("sparkplug-unknown-metric: spBv1.0/g/DDATA/n/d t ");
        assertThat(commands).hasSize(2);
        send("NBIRTH/n", new Tahu(0, T).metric("a", 1, MetricDataType.Int32, 1).birth());
        send("NDATA/n", new Tahu(1, T).alias(1, MetricDataType.Int32, 2).data());
        send("DDATA/n/d", new Tahu(2, T).alias(1, MetricDataType.Int32, 3).data());
        assertThat(lines()).containsExactly(OF_NODE + "a=1i" + AT, OF_NODE + "a=2i" + AT);
        assertThat(commands).as("a birth does not end the limit of requests").hasSize(2);
        nowNanos += 10_000_000_000L;
        send("DDATA/n/d", new Tahu(3, T).alias(1, MetricDataType.Int32, 3).data());
        // The alias of another publisher.
        assertThat(commands).hasSize(3);
    }

    @Test
    void aDeathEndsTheSeriesOfItsPublishers() {
        send(
                "NBIRTH/n",
                new Tahu(0, T)
                        .session(3)
                        .metric("a", 1, MetricDataType.Int32, 1)
                        .birth());
        send(
                "DBIRTH/n/d",
                new Tahu(1, T).metric("t", 2, MetricDataType.Int32, 1).birth());
        send(
                "DBIRTH/n/e",
                new Tahu(2, T).metric("t", 3, MetricDataType.Int32, 1).birth());
        lines();
        send("DDEATH/n/e", new Tahu(3, T + 5).data());
        assertThat(lines()).containsExactly("sparkplug,device=e,group=g,node=n weir:end=true " + (T + 5) + "000000");
        nowNanos += 1_000_000_000;
        send("NDEATH/n", new Tahu().session(3).birth());
        String end = "weir:end=true " + (T + 1000) + "000000";
        assertThat(lines()).containsExactlyInAnyOrder(OF_NODE + end, OF_DEVICE + end);
        send("DDATA/n/d", new Tahu(4, T).alias(2, MetricDataType.Int32, 1).data());
        assertThat(refused()).containsExactly("sparkplug-unknown-metric: spBv1.0/g/DDATA/n/d alias 2 ");
    }

    /** A broker publishes the death of a lost connection late, when the node may have a new one. */
    @Test
    void aDeathOfAnEarlierSessionIsIgnored() {
        send(
                "NBIRTH/n",
                new Tahu(0, T)
                        .session(255)
                        .metric("a", 1, MetricDataType.Int32, 1)
                        .birth());
        send(
                "NBIRTH/n",
                new Tahu(0, T)
                        .session(0)
                        .metric("a", 1, MetricDataType.Int32, 2)
                        .birth());
        send("NDEATH/n", new Tahu().session(255).birth());
        send("NDATA/n", new Tahu(1, T).alias(1, MetricDataType.Int32, 3).data());
        assertThat(lines()).containsExactly(OF_NODE + "a=1i" + AT, OF_NODE + "a=2i" + AT, OF_NODE + "a=3i" + AT);
        assertThat(intake.counts.warnings.of(SparkplugMapping.OLD_DEATH)).isEqualTo(1);
        assertThat(intake.counts.warnings.of(SparkplugMapping.MISSED_SESSION)).isZero();
        send("NBIRTH/n", new Tahu(0, T).session(2).birth());
        assertThat(intake.counts.warnings.of(SparkplugMapping.MISSED_SESSION)).isEqualTo(1);
    }

    /** A broker of MQTT 3.1.1 sends a retained death at each subscription; the body is left out. */
    @Test
    void aMessageWithoutABodyIsIgnored() {
        send("NBIRTH/n", new Tahu(0, T).metric("a", 1, MetricDataType.Int32, 1).birth());
        send("NDEATH/n", new byte[0]);
        send("NBIRTH/n", new byte[0]);
        send("DDEATH/n/d", new byte[0]);
        send("NDATA/n", new Tahu(1, T).alias(1, MetricDataType.Int32, 2).data());
        assertThat(lines()).containsExactly(OF_NODE + "a=1i" + AT, OF_NODE + "a=2i" + AT);
        assertThat(intake.counts.rejected.total()).isZero();
        assertThat(commands).isEmpty();
    }

    /** A session of the broker keeps the subscriptions of former settings. */
    @Test
    void aGroupThatLeftTheSettingsIsRefused() {
        SparkplugMapping of = mapping(Set.of("g", "h"), memory);
        byte[] payload = new Tahu(0, T).metric("a", MetricDataType.Int32, 1).birth();
        take(of, "spBv1.0/former/NBIRTH/n", payload);
        take(of, "spBv1.0/g/NBIRTH/n", payload);
        assertThat(lines()).containsExactly(OF_NODE + "a=1i" + AT);
        assertThat(refused()).singleElement().asString().startsWith("sparkplug-bad-topic: spBv1.0/former/NBIRTH/n ");
    }

    /** A series must not end before the last value that the clock of its node wrote. */
    @Test
    void aSeriesEndsAfterItsLastValue() {
        send(
                "NBIRTH/n",
                new Tahu(0, T + 60_000).metric("a", MetricDataType.Int32, 1).birth());
        send("NDEATH/n", new Tahu().session(0).birth());
        assertThat(lines()).contains(OF_NODE + "weir:end=true " + (T + 60_000) + "000000");
        send(
                "NBIRTH/n",
                new Tahu(0, T + 60_000_000).metric("a", MetricDataType.Int32, 1).birth());
        send("NDEATH/n", new Tahu().session(0).birth());
        assertThat(lines()).contains(OF_NODE + "weir:end=true" + AT);
    }

    @Test
    void missingMessagesAreCounted() {
        send("NBIRTH/n", new Tahu(0, T).metric("a", 1, MetricDataType.Int32, 1).birth());
        send("NDATA/n", new Tahu(1, T).alias(1, MetricDataType.Int32, 2).data());
        send("NDATA/n", new Tahu(1, T).alias(1, MetricDataType.Int32, 2).data());
        assertThat(intake.counts.missing.sum()).isZero();
        send("NDATA/n", new Tahu(5, T).alias(1, MetricDataType.Int32, 6).data());
        assertThat(intake.counts.missing.sum()).isEqualTo(3);
        assertThat(commands).hasSize(1);
        send("DBIRTH/n/d", new Tahu(255, T).birth());
        send("DDEATH/n/d", new Tahu(0, T).data());
        assertThat(intake.counts.missing.sum()).isEqualTo(3 + 249);
    }

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
        send("NDATA/n", wrong.bytes());
        String topic = ": spBv1.0/g/NDATA/n ";
        assertThat(lines()).containsExactly(OF_NODE + "b=-1i,d=-2i,m=1.5" + AT);
        assertThat(refused())
                .containsExactly(
                        "sparkplug-bad-type" + topic + "a ",
                        "sparkplug-bad-type" + topic + "c ",
                        "sparkplug-bad-type" + topic + "e ",
                        "sparkplug-bad-type" + topic + "f ",
                        "sparkplug-bad-type" + topic + "g ",
                        "sparkplug-bad-type" + topic + "h ",
                        "sparkplug-bad-type" + topic + "i ",
                        "sparkplug-bad-name" + topic + "weir:end ",
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
        take(topic, new Tahu(0, T).metric("a", MetricDataType.Int32, 1).birth());
        assertThat(refused()).singleElement().asString().startsWith("sparkplug-bad-topic: " + topic + " ");
        assertThat(lines()).isEmpty();
    }

    @Test
    void aPayloadThatCannotBeReadIsRefused() {
        send("NDATA/n", new byte[] {18, 5, 1});
        send(
                "NDATA/n",
                new Proto()
                        .text(4, "SPBV1.0_COMPRESSED")
                        .bytes(5, new byte[] {1})
                        .bytes());
        assertThat(refused())
                .containsExactly(
                        "sparkplug-broken: spBv1.0/g/NDATA/n \u0012\u0005\u0001",
                        "sparkplug-compressed: spBv1.0/g/NDATA/n \"\u0012SPBV1.0_COMPRESSED*\u0001\u0001");
    }

    @Test
    void whatIsRememberedIsBounded() {
        HeldBytes little = new HeldBytes(1_600);
        SparkplugMapping small = mapping(little);
        Tahu birth = new Tahu(0, T);
        for (int i = 0; i < 5; i++) {
            birth.metric("m" + i, i, MetricDataType.Int32, i);
        }
        take(small, "spBv1.0/g/NBIRTH/n", birth.birth());
        assertThat(lines()).containsExactly(OF_NODE + "m0=0i,m1=1i,m2=2i,m3=3i,m4=4i" + AT);
        assertThat(intake.counts.warnings.of("sparkplug-no-memory")).isBetween(1L, 4L);
        take(small, "spBv1.0/g/NBIRTH/other", birth.birth());
        assertThat(intake.counts.rejected.of("sparkplug-no-memory")).isEqualTo(1);
        take(small, "spBv1.0/g/NDEATH/n", new Tahu().session(0).birth());
        long dead = little.bytes();
        for (int i = 0; i < 10; i++) {
            take(small, "spBv1.0/g/NBIRTH/n", birth.birth());
            take(small, "spBv1.0/g/NDEATH/n", new Tahu().session(0).birth());
        }
        assertThat(little.bytes()).isEqualTo(dead);
    }

    private void send(String topic, byte[] payload) {
        String[] parts = topic.split("/", 2);
        take("spBv1.0/g/" + parts[0] + "/" + parts[1], payload);
    }

    private void take(String topic, byte[] payload) {
        take(mapping, topic, payload);
    }

    private void take(SparkplugMapping by, String topic, byte[] payload) {
        by.message(new Message(1, payload, Message.NO_TIME, topic, topic), Intake.SOURCE, nowNanos);
        intake.lines.flush();
        queued.addAll(intake.queued());
    }

    private final List<Parcel> queued = new ArrayList<>();

    private List<String> lines() {
        List<String> lines = Intake.lines(queued).stream()
                .map(line -> line.substring(line.indexOf(' ') + 1))
                .toList();
        queued.removeIf(Parcel.Batch.class::isInstance);
        return lines;
    }

    private List<String> refused() {
        List<String> refused = Intake.only(Parcel.Refused.class, queued).stream()
                .map(one -> one.reason() + ": " + new String(one.bytes(), UTF_8))
                .toList();
        queued.removeIf(Parcel.Refused.class::isInstance);
        return refused;
    }
}
