package io.weir.gateway.sparkplug;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.exposition.HeldBytes;
import java.util.Date;
import java.util.Set;
import org.eclipse.tahu.message.model.Metric;
import org.eclipse.tahu.message.model.MetricDataType;
import org.eclipse.tahu.message.model.SparkplugBPayload;
import org.junit.jupiter.api.Test;

/** The meaning of a message depends on earlier births, deaths and gaps. Eclipse Tahu writes the payloads. */
@SuppressWarnings("JavaUtilDate") // Tahu wants it.
class SparkplugSessionTest {
    private static final long T = MappedMessages.T;
    private static final String OF_NODE = MappedMessages.OF_NODE;
    private static final String OF_DEVICE = MappedMessages.OF_DEVICE;
    private static final String AT = MappedMessages.AT;

    private final MappedMessages messages = new MappedMessages();

    @Test
    void anUnknownMetricIsRefusedAndTheNodeAskedForItsBirths() throws Exception {
        messages.send(
                "NDATA/n", new Tahu(5, T).alias(1, MetricDataType.Int32, 1).data());
        messages.send(
                "NDATA/n", new Tahu(6, T).alias(1, MetricDataType.Int32, 1).data());
        assertThat(messages.refused())
                .containsExactly(
                        "sparkplug-unknown-metric: spBv1.0/g/NDATA/n alias 1 ",
                        "sparkplug-unknown-metric: spBv1.0/g/NDATA/n alias 1 ");
        assertThat(messages.commands()).containsExactly("spBv1.0/g/NCMD/n");
        assertThat(messages.counts().warnings.of(Rebirths.ASKED)).isEqualTo(1);
        SparkplugBPayload asked = Tahu.read(messages.sent().get(0));
        assertThat(asked.getTimestamp()).isEqualTo(new Date(T));
        Metric command = asked.getMetrics().get(0);
        assertThat(command.getName()).isEqualTo("Node Control/Rebirth");
        assertThat(command.getDataType()).isEqualTo(MetricDataType.Boolean);
        assertThat(command.getValue()).isEqualTo(true);
        messages.pass(10_000_000_000L);
        messages.send(
                "DDATA/n/d", new Tahu(7, T).metric("t", MetricDataType.Int32, 1).data());
        assertThat(messages.refused()).containsExactly("sparkplug-unknown-metric: spBv1.0/g/DDATA/n/d t ");
        assertThat(messages.commands()).hasSize(2);
        messages.send(
                "NBIRTH/n",
                new Tahu(0, T).metric("a", 1, MetricDataType.Int32, 1).birth());
        messages.send(
                "NDATA/n", new Tahu(1, T).alias(1, MetricDataType.Int32, 2).data());
        messages.send(
                "DDATA/n/d", new Tahu(2, T).alias(1, MetricDataType.Int32, 3).data());
        assertThat(messages.lines()).containsExactly(OF_NODE + "a=1i" + AT, OF_NODE + "a=2i" + AT);
        assertThat(messages.commands())
                .as("a birth does not end the limit of requests")
                .hasSize(2);
        messages.pass(10_000_000_000L);
        messages.send(
                "DDATA/n/d", new Tahu(3, T).alias(1, MetricDataType.Int32, 3).data());
        // The alias of another publisher.
        assertThat(messages.commands()).hasSize(3);
    }

    @Test
    void aDeathEndsTheSeriesOfItsPublishers() {
        messages.send(
                "NBIRTH/n",
                new Tahu(0, T)
                        .session(3)
                        .metric("a", 1, MetricDataType.Int32, 1)
                        .birth());
        messages.send(
                "DBIRTH/n/d",
                new Tahu(1, T).metric("t", 2, MetricDataType.Int32, 1).birth());
        messages.send(
                "DBIRTH/n/e",
                new Tahu(2, T).metric("t", 3, MetricDataType.Int32, 1).birth());
        messages.lines();
        messages.send("DDEATH/n/e", new Tahu(3, T + 5).data());
        assertThat(messages.lines())
                .containsExactly("sparkplug,device=e,group=g,node=n weir:end=true " + (T + 5) + "000000");
        messages.pass(1_000_000_000);
        messages.send("NDEATH/n", new Tahu().session(3).birth());
        String end = "weir:end=true " + (T + 1000) + "000000";
        assertThat(messages.lines()).containsExactlyInAnyOrder(OF_NODE + end, OF_DEVICE + end);
        messages.send(
                "DDATA/n/d", new Tahu(4, T).alias(2, MetricDataType.Int32, 1).data());
        assertThat(messages.refused()).containsExactly("sparkplug-unknown-metric: spBv1.0/g/DDATA/n/d alias 2 ");
    }

    @Test
    void aDeathOfAnEarlierSessionIsIgnored() {
        messages.send(
                "NBIRTH/n",
                new Tahu(0, T)
                        .session(255)
                        .metric("a", 1, MetricDataType.Int32, 1)
                        .birth());
        messages.send(
                "NBIRTH/n",
                new Tahu(0, T)
                        .session(0)
                        .metric("a", 1, MetricDataType.Int32, 2)
                        .birth());
        messages.send("NDEATH/n", new Tahu().session(255).birth());
        messages.send(
                "NDATA/n", new Tahu(1, T).alias(1, MetricDataType.Int32, 3).data());
        assertThat(messages.lines())
                .containsExactly(OF_NODE + "a=1i" + AT, OF_NODE + "a=2i" + AT, OF_NODE + "a=3i" + AT);
        assertThat(messages.counts().warnings.of(SparkplugMapping.OLD_DEATH)).isEqualTo(1);
        assertThat(messages.counts().warnings.of(SparkplugMapping.MISSED_SESSION))
                .isZero();
        messages.send("NBIRTH/n", new Tahu(0, T).session(2).birth());
        assertThat(messages.counts().warnings.of(SparkplugMapping.MISSED_SESSION))
                .isEqualTo(1);
    }

    @Test
    void aMessageWithoutABodyIsIgnored() {
        messages.send(
                "NBIRTH/n",
                new Tahu(0, T).metric("a", 1, MetricDataType.Int32, 1).birth());
        messages.send("NDEATH/n", new byte[0]);
        messages.send("NBIRTH/n", new byte[0]);
        messages.send("DDEATH/n/d", new byte[0]);
        messages.send(
                "NDATA/n", new Tahu(1, T).alias(1, MetricDataType.Int32, 2).data());
        assertThat(messages.lines()).containsExactly(OF_NODE + "a=1i" + AT, OF_NODE + "a=2i" + AT);
        assertThat(messages.counts().rejected.total()).isZero();
        assertThat(messages.commands()).isEmpty();
    }

    @Test
    void aGroupThatLeftTheSettingsIsRefused() {
        SparkplugMapping of = messages.mapping(Set.of("g", "h"));
        byte[] payload = new Tahu(0, T).metric("a", MetricDataType.Int32, 1).birth();
        messages.take(of, "spBv1.0/former/NBIRTH/n", payload);
        messages.take(of, "spBv1.0/g/NBIRTH/n", payload);
        assertThat(messages.lines()).containsExactly(OF_NODE + "a=1i" + AT);
        assertThat(messages.refused())
                .singleElement()
                .asString()
                .startsWith("sparkplug-bad-topic: spBv1.0/former/NBIRTH/n ");
    }

    @Test
    void aSeriesEndsAfterItsLastValue() {
        messages.send(
                "NBIRTH/n",
                new Tahu(0, T + 60_000).metric("a", MetricDataType.Int32, 1).birth());
        messages.send("NDEATH/n", new Tahu().session(0).birth());
        assertThat(messages.lines()).contains(OF_NODE + "weir:end=true " + (T + 60_000) + "000000");
        messages.send(
                "NBIRTH/n",
                new Tahu(0, T + 60_000_000).metric("a", MetricDataType.Int32, 1).birth());
        messages.send("NDEATH/n", new Tahu().session(0).birth());
        assertThat(messages.lines()).contains(OF_NODE + "weir:end=true" + AT);
    }

    @Test
    void missingMessagesAreCounted() {
        messages.send(
                "NBIRTH/n",
                new Tahu(0, T).metric("a", 1, MetricDataType.Int32, 1).birth());
        messages.send(
                "NDATA/n", new Tahu(1, T).alias(1, MetricDataType.Int32, 2).data());
        messages.send(
                "NDATA/n", new Tahu(1, T).alias(1, MetricDataType.Int32, 2).data());
        assertThat(messages.counts().missing.sum()).isZero();
        messages.send(
                "NDATA/n", new Tahu(5, T).alias(1, MetricDataType.Int32, 6).data());
        assertThat(messages.counts().missing.sum()).isEqualTo(3);
        assertThat(messages.commands()).hasSize(1);
        messages.send("DBIRTH/n/d", new Tahu(255, T).birth());
        messages.send("DDEATH/n/d", new Tahu(0, T).data());
        assertThat(messages.counts().missing.sum()).isEqualTo(3 + 249);
    }

    @Test
    void whatIsRememberedIsBounded() {
        HeldBytes little = new HeldBytes(1_600);
        SparkplugMapping small = messages.mapping(Set.of(), little);
        Tahu birth = new Tahu(0, T);
        for (int i = 0; i < 5; i++) {
            birth.metric("m" + i, i, MetricDataType.Int32, i);
        }
        messages.take(small, "spBv1.0/g/NBIRTH/n", birth.birth());
        assertThat(messages.lines()).containsExactly(OF_NODE + "m0=0i,m1=1i,m2=2i,m3=3i,m4=4i" + AT);
        assertThat(messages.counts().warnings.of("sparkplug-no-memory")).isBetween(1L, 4L);
        messages.take(small, "spBv1.0/g/NBIRTH/other", birth.birth());
        assertThat(messages.counts().rejected.of("sparkplug-no-memory")).isEqualTo(1);
        messages.take(small, "spBv1.0/g/NDEATH/n", new Tahu().session(0).birth());
        long dead = little.bytes();
        for (int i = 0; i < 10; i++) {
            messages.take(small, "spBv1.0/g/NBIRTH/n", birth.birth());
            messages.take(small, "spBv1.0/g/NDEATH/n", new Tahu().session(0).birth());
        }
        assertThat(little.bytes()).isEqualTo(dead);
    }
}
