package io.weir.gateway.opentsdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.Intake;
import io.weir.gateway.path.Template;
import io.weir.gateway.path.Templates;
import io.weir.gateway.testing.InputPage;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TelnetMappingTest {
    private static final InputPage PAGE = new InputPage("opentsdb");

    private final Received received = Received.plain();

    @Test
    void whatThePageShowsArrivesAsItSays() {
        received.telnet(PAGE.blocks("text").get(0));
        assertThat(received.lines()).containsExactlyInAnyOrderElementsOf(PAGE.arrivesAs("text"));
        assertThat(received.replies()).isEmpty();
    }

    @Test
    void thePageHasEveryReason() {
        assertThat(Arrays.stream(OpenTsdbError.values())
                        .filter(error -> error != OpenTsdbError.NONE)
                        .map(error -> "`" + error.code() + "`"))
                .allMatch(PAGE.text()::contains);
    }

    @Test
    void timestampsHaveSecondsOrMilliseconds() {
        received.telnet("""
                put a 1 1
                put a 1790000000 2
                put a 10000000000 3
                put a 1790000000250 4
                put a 1790000000.25 5
                put a 1790000000.123456789 6
                put a 01790000000 7
                put a 1.5e9 8
                """);
        assertThat(received.lines())
                .containsExactlyInAnyOrder(
                        "a value=1 1000000000",
                        "a value=2 1790000000000000000",
                        "a value=3 10000000000000000",
                        "a value=4 1790000000250000000",
                        "a value=5 1790000000250000000",
                        "a value=6 1790000000123456789",
                        "a value=7 1790000000000000000",
                        "a value=8 1500000000000000000");
    }

    @Test
    void blanksAndLineEndsAreThoseOfRealClients() {
        // collectd writes two blanks where it has no tags, and ends lines as in telnet.
        received.telnet("put a.b 1 +1 fqdn=flp1  \r\n\r\n  put a.b 2 -2e3  x=y  fqdn=flp1\r\nput a.b 3 .5");
        assertThat(received.lines())
                .containsExactlyInAnyOrder(
                        "a_b,fqdn=flp1 value=1 1000000000",
                        "a_b,fqdn=flp1,x=y value=-2e3 2000000000",
                        "a_b value=.5 3000000000");
    }

    @Test
    void namesAreEscapedAndSeriesAreTold() {
        received.telnet("put a,b 1 1 h=c,d k=e=f\nput a 2 2 h=xy\nput a 3 3 hx=y\nput a.h 4 4 x=y\n");
        assertThat(received.lines())
                .containsExactlyInAnyOrder(
                        "a\\,b,h=c\\,d,k=e\\=f value=1 1000000000",
                        "a,h=xy value=2 2000000000",
                        "a,hx=y value=3 3000000000",
                        "a_h,x=y value=4 4000000000");
    }

    @Test
    void templatesApplyToMetrics() {
        Received templated = new Received(
                Templates.of(List.of(Template.of("", "measurement.host.measurement.field", new TreeMap<>()))));
        templated.telnet("put cpu.flp1.load.user 1 1 cpu=0\nput a.b.c.d.e 1 2\nput cpu.flp2 1 3\n");
        assertThat(templated.lines())
                .containsExactlyInAnyOrder(
                        "cpu_load,cpu=0,host=flp1 user=1 1000000000", "cpu,host=flp2 value=3 1000000000");
        assertThat(templated.replies()).containsExactly("put: opentsdb-long-metric: put a.b.c.d.e 1 2");
    }

    @Test
    void commandsAreAnswered() {
        received.telnet("version\nput a 1 1\nput a x 1\nstats\nhelp\n  nope 1 2  \n\n");
        long now = Intake.NOW_MILLIS / 1000;
        assertThat(received.replies())
                .containsExactly(
                        "net.opentsdb 2.4.0 emulated by Weir",
                        "put: invalid-timestamp: put a x 1",
                        "tsd.rpc.received " + now + " 2 type=put",
                        "tsd.rpc.errors " + now + " 1 type=illegal_arguments",
                        "available commands: exit help put stats version",
                        "unknown command: nope.  Try `help'.");
        assertThat(received.isEnded()).isFalse();
        assertThat(received.refused())
                .containsExactly("invalid-timestamp@6: put a x 1", "opentsdb-unknown-command@0: nope 1 2  ");
        assertThat(received.intake.counts.lines.sum()).isEqualTo(3);
    }

    @Test
    void exitEndsAfterWhatHasArrived() {
        received.telnet("put a 1 1\nexit\nput a 2 2\n");
        assertThat(received.isEnded()).isTrue();
        assertThat(received.lines()).containsExactlyInAnyOrder("a value=1 1000000000", "a value=2 2000000000");
    }

    @Test
    void pointsBeyondLimitsAreAnsweredToo() {
        long late = Intake.NOW_MILLIS / 1000 + 7200;
        received.telnet("put a 1 1\nput b " + late + " 2\r\nput c 3 3\n");
        assertThat(received.replies()).containsExactly("put: timestamp-ahead: put b " + late + " 2");
        assertThat(received.lines()).hasSize(2);
        assertThat(received.refused()).hasSize(1);
    }

    @Test
    void everyMessageOfManyPortionsArrives() {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 5_000; i++) {
            text.append("put many ")
                    .append(i)
                    .append(" 1 host=flp")
                    .append(i % 7)
                    .append('\n');
            text.append(i % 1000 == 0 ? "put b 9000000000 1\n" : "");
        }
        received.telnet(text.toString());
        assertThat(received.lines()).hasSize(5_000).doesNotHaveDuplicates();
        assertThat(received.replies()).hasSize(5).containsOnly("put: timestamp-ahead: put b 9000000000 1");
    }

    @Test
    void longMessagesAreRepeatedInPart() {
        received.telnet("put a 1 x " + "h".repeat(5_000) + "\n" + "x".repeat(5_000) + "\n");
        assertThat(received.replies())
                .containsExactly(
                        "put: invalid-number: put a 1 x " + "h".repeat(90),
                        "unknown command: " + "x".repeat(100) + ".  Try `help'.");
    }

    @Test
    void badMessagesAreRefusedAloneWithTheirBytes() {
        List<BadMessage> bad = BadMessage.ofTelnet();
        String text = bad.stream()
                .map(BadMessage::text)
                .collect(Collectors.joining("\nput ok 1 1\n", "put ok 1 1\n", "\nput ok 1 1\n"));
        received.telnet(text);
        assertThat(received.lines()).hasSize(bad.size() + 1).containsOnly("ok value=1 1000000000");
        assertThat(received.refused())
                .containsExactlyElementsOf(bad.stream()
                        .map(each -> each.reason() + "@" + each.at() + ": " + each.text())
                        .toList());
        assertThat(received.replies()).hasSize(bad.size());
    }
}
