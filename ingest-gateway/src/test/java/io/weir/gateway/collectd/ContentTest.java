package io.weir.gateway.collectd;

import static io.weir.gateway.testing.CollectdPacket.Value.absolute;
import static io.weir.gateway.testing.CollectdPacket.Value.counter;
import static io.weir.gateway.testing.CollectdPacket.Value.derive;
import static io.weir.gateway.testing.CollectdPacket.Value.gauge;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.CollectdPacket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One reader reads each packet twice: the state of a packet must not affect the next. */
class ContentTest {
    private static final long NOW = 1_790_000_000_000_000_000L;
    private static final long NOW_UNITS = 1_790_000_000L << 30;
    private static final String STAMP = " 1790000000000000000";

    private final Heard heard = new Heard();
    private final Content weir = new Content(Naming.WEIR, new TypesDb(List.of()), Content.ANY_TIME, heard);
    private final Content influxdb = new Content(Naming.INFLUXDB, new TypesDb(List.of()), Content.ANY_TIME, heard);

    @Test
    void aListOfValuesBecomesALine() {
        lines(cpu().values(derive(-5)), "cpu,hostname=flp1,instance=0,type=cpu,type_instance=idle value=-5" + STAMP);
        lines(
                named("load", "", "load", "").values(gauge(0.5), gauge(1), gauge(-2.25)),
                "load,hostname=flp1,type=load shortterm=0.5,midterm=1,longterm=-2.25" + STAMP);
        lines(
                named("interface", "eth0", "if_octets", "").values(derive(1), derive(2)),
                "interface,hostname=flp1,instance=eth0,type=if_octets rx=1,tx=2" + STAMP);
    }

    @Test
    void influxdbsNamingGivesALineForEachValue() {
        lines(
                influxdb,
                cpu().values(derive(-5)),
                "cpu_value,host=flp1,instance=0,type=cpu,type_instance=idle value=-5" + STAMP);
        lines(
                influxdb,
                named("load", "", "load", "").values(gauge(0.5), gauge(Double.NaN), gauge(2)),
                "load_shortterm,host=flp1,type=load value=0.5" + STAMP,
                "load_longterm,host=flp1,type=load value=2" + STAMP);
        assertThat(heard.notes).isEqualTo(Map.of("collectd-not-a-number", 1L));
    }

    @Test
    void namesApplyUntilTheNextOnes() {
        lines(
                cpu().values(derive(1))
                        .text(5, "user")
                        .values(derive(2))
                        .host("flp2")
                        .seconds(1)
                        .values(derive(3)),
                "cpu,hostname=flp1,instance=0,type=cpu,type_instance=idle value=1" + STAMP,
                "cpu,hostname=flp1,instance=0,type=cpu,type_instance=user value=2" + STAMP,
                "cpu,hostname=flp2,instance=0,type=cpu,type_instance=user value=3 1000000000");
    }

    @Test
    void numbersKeepTheirValue() {
        value(counter(-1), "18446744073709551615");
        value(counter(Long.MIN_VALUE), "9223372036854775808");
        value(absolute(1L << 53 | 1), "9007199254740993");
        value(derive(Long.MIN_VALUE), "-9223372036854775808");
        value(gauge(Double.MIN_VALUE), "4.9E-324");
        value(gauge(-Double.MAX_VALUE), "-1.7976931348623157E308");
        value(gauge(1e15), "1.0E15");
        value(gauge(17_517_576_192.0), "17517576192");
        value(gauge(12.000001), "12.000001");
        value(gauge(-0.05), "-0.05");
        value(gauge(1 / 3.0), "0.3333333333333333");
        value(gauge(-0.0), "0");
    }

    @Test
    void whatCouldNotBeMeasuredIsLeftOutAndCounted() {
        lines(
                named("load", "", "load", "").values(gauge(Double.NaN), gauge(1), gauge(Double.POSITIVE_INFINITY)),
                "load,hostname=flp1,type=load midterm=1" + STAMP);
        assertThat(heard.notes).isEqualTo(Map.of("collectd-not-a-number", 2L));
        lines(cpu().values(gauge(Double.NaN)));
        assertThat(heard.notes).isEqualTo(Map.of("collectd-not-a-number", 1L));
    }

    @Test
    void numbersAndCountsTheValuesOfAnUnknownType() {
        lines(
                named("p", "", "mystery", "").values(gauge(1), gauge(2), gauge(3)),
                "p,hostname=flp1,type=mystery value=1,value1=2,value2=3" + STAMP);
        assertThat(heard.notes).isEqualTo(Map.of("collectd-unknown-type", 1L));
        lines(
                named("p", "", "load", "").values(gauge(1), gauge(2)),
                "p,hostname=flp1,type=load value=1,value1=2" + STAMP);
        assertThat(heard.notes).isEqualTo(Map.of("collectd-unknown-type", 1L));
    }

    @Test
    void timeIsInSecondsOrFinerOrMissing() {
        lines(series().seconds(1_790_000_000L).values(gauge(1)), "p,hostname=h,type=count value=1" + STAMP);
        lines(
                series().time((1_790_000_000L << 30) + (1L << 29)).values(gauge(1)),
                "p,hostname=h,type=count value=1 1790000000500000000");
        lines(series().time(1).values(gauge(1)), "p,hostname=h,type=count value=1 1");
        lines(series().values(gauge(1)), "p,hostname=h,type=count value=1");
        lines(series().seconds(0).values(gauge(1)), "p,hostname=h,type=count value=1");
    }

    @Test
    void intervalsAreReadAndNotKept() {
        lines(series().number(7, 10).number(9, 10L << 30).values(gauge(1)), "p,hostname=h,type=count value=1");
    }

    @Test
    void aNotificationBecomesAnEvent() {
        lines(
                named("df", "root", "percent", "used").notification(1, "it \"is\" \\ full, k=v"),
                "collectd_notification,hostname=flp1,instance=root,plugin=df,type=percent,type_instance=used"
                        + " message=\"it \\\"is\\\" \\\\ full, k=v\",severity=\"failure\"" + STAMP);
        lines(
                new CollectdPacket().host("h").notification(2, "a").notification(4, "b"),
                "collectd_notification,hostname=h message=\"a\",severity=\"warning\"",
                "collectd_notification,hostname=h message=\"b\",severity=\"okay\"");
    }

    @Test
    void namesAreEscaped() {
        lines(
                new CollectdPacket()
                        .host("a b")
                        .plugin("p=1, x", "c:\\")
                        .type("count", "é=,")
                        .values(gauge(1)),
                "p=1\\,\\ x,hostname=a\\ b,instance=c:,type=count,type_instance=é\\=\\, value=1");
        lines(
                new CollectdPacket()
                        .host("h")
                        .plugin("p\\", "\\\\")
                        .type("count", "\\,")
                        .values(gauge(1)),
                "p,hostname=h,type=count,type_instance=\\\\, value=1");
    }

    @Test
    void unknownPartsArePassedOverAndCounted() {
        lines(
                series().part(0x4711, new byte[] {1, 2}).part(0x0a, new byte[0]).values(gauge(1)),
                "p,hostname=h,type=count value=1");
        assertThat(heard.notes).isEqualTo(Map.of("collectd-unknown-part", 2L));
    }

    @Test
    void manyLinesOfOnePacketAreHandedOnBitByBit() {
        CollectdPacket packet = new CollectdPacket()
                .host("h".repeat(255))
                .plugin("p".repeat(255), "")
                .type("count", "");
        for (int i = 0; i < 1000; i++) {
            packet.values(gauge(i));
        }
        read(weir, packet);
        assertThat(heard.lines).hasSize(1000).allMatch(line -> line.length() > 500);
    }

    private CollectdPacket series() {
        return new CollectdPacket().host("h").plugin("p", "").type("count", "");
    }

    private CollectdPacket cpu() {
        return named("cpu", "0", "cpu", "idle");
    }

    private CollectdPacket named(String plugin, String instance, String type, String typeInstance) {
        return new CollectdPacket()
                .host("flp1")
                .time(NOW_UNITS)
                .plugin(plugin, instance)
                .type(type, typeInstance);
    }

    private void value(CollectdPacket.Value value, String expected) {
        lines(series().values(value), "p,hostname=h,type=count value=" + expected);
    }

    private void lines(CollectdPacket packet, String... expected) {
        lines(weir, packet, expected);
    }

    private void lines(Content content, CollectdPacket packet, String... expected) {
        for (int times = 0; times < 2; times++) {
            read(content, packet);
            assertThat(heard.lines).containsExactly(expected);
            assertThat(heard.refused).isEmpty();
        }
    }

    private void read(Content content, CollectdPacket packet) {
        heard.clear();
        byte[] bytes = packet.bytes();
        content.read(bytes, 0, bytes.length, NOW);
    }
}
