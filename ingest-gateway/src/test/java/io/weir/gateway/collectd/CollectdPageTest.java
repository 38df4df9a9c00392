package io.weir.gateway.collectd;

import static io.weir.gateway.testing.CollectdPacket.Value.derive;
import static io.weir.gateway.testing.CollectdPacket.Value.gauge;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.CollectdPacket;
import io.weir.gateway.testing.InputPage;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Packets become the lines that the documentation page shows, and the page lists all rejection
 * reasons.
 */
class CollectdPageTest {
    private static final InputPage PAGE = new InputPage("collectd");

    private final Heard heard = new Heard();
    private final Content content = new Content(Naming.WEIR, new TypesDb(List.of()), Content.ANY_TIME, heard);

    @Test
    void whatItSaysArrives() {
        CollectdPacket packet = new CollectdPacket()
                .host("flp1")
                .seconds(1_790_000_000)
                .plugin("interface", "eth0")
                .type("if_octets", "")
                .values(derive(1200), derive(3400))
                .plugin("load", "")
                .type("load", "")
                .values(gauge(0.21), gauge(0.15), gauge(0.1))
                .notification(
                        2,
                        "Host flp1, plugin load type load: Data source \"shortterm\" is currently 71.3."
                                + " That is above the warning threshold of 64.")
                .plugin("memory", "")
                .type("memory", "used")
                .values(gauge(3_129_229_312.0))
                .host("switch12")
                .plugin("snmp", "")
                .type("if_octets", "Eth1/1")
                .values(derive(88_122), derive(4711))
                .type("uptime", "")
                .values(gauge(86_400.25));
        byte[] bytes = packet.bytes();
        content.read(bytes, 0, bytes.length, 0);

        List<String> shown = PAGE.blocks("").stream()
                .filter(block -> !block.startsWith("#"))
                .flatMap(String::lines)
                .toList();
        assertThat(shown).hasSize(6).containsExactlyInAnyOrderElementsOf(heard.lines);
    }

    @Test
    void itHasEveryReason() {
        List<String> reasons = Stream.concat(
                        Stream.of(PacketError.values())
                                .filter(error -> error != PacketError.NONE)
                                .map(PacketError::code),
                        Stream.of(Outlet.NOT_A_NUMBER, Outlet.UNKNOWN_TYPE, Outlet.UNKNOWN_PART))
                .toList();
        assertThat(PAGE.text()).contains(reasons);
    }
}
