package io.weir.gateway.zabbix;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.fuzz.InputFuzz;
import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.LineIntake;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ZabbixFuzzTest {
    private static final byte[] WHOLE = ("{\"request\":\"sender data\",\"data\":[{\"host\":\"a\",\"key\":\"load\","
                    + "\"value\":\"1\",\"clock\":1790000000}]}")
            .getBytes(UTF_8);
    private static final String ITEMS = "{checks: [{key: a.b}], templates: [{filter: net.if, template:"
            + " measurement.measurement.field*}], parameters: {net.if.in: [interface]}}";

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyValueArrivesOrIsCounted() {
        new InputFuzz(Plain::new, WHOLE, ZabbixFuzzTest::holdsNoValue).run(messages());
    }

    /** Damaged zlib is refused as a whole. */
    @Test
    @Tag("long")
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyPackedMessageArrivesOrIsCounted() {
        new InputFuzz(Packed::new, Frames.deflate(WHOLE), text -> text.isEmpty())
                .run(messages().stream().limit(2).map(Frames::deflate).toList());
    }

    private static List<byte[]> messages() {
        return Stream.of(
                        "{\"request\":\"agent data\",\"session\":\"s\",\"data\":[{\"host\":\"a\",\"key\":"
                                + "\"net.if.in[eth0,\\\"x, y\\\"]\",\"value\":\"0.5\",\"id\":1,\"clock\":1790000000,"
                                + "\"ns\":17},{\"host\":\"b\",\"key\":\"log[/x]\",\"value\":\"te\\nxt \u00fc\",\"state\":0}]}",
                        "{\"request\":\"agent data\",\"data\":[{\"id\":1,\"itemid\":" + ActiveChecks.id("a.b")
                                + ",\"value\":7,\"clock\":\"1790000000\"}],\"host\":\"c\",\"session\":\"t\"}",
                        "{\"request\":\"active checks\",\"host\":\"c\"}",
                        "{\"request\":\"active check heartbeat\",\"host\":\"c\",\"heartbeat_freq\":60}",
                        new String(WHOLE, UTF_8))
                .map(text -> text.getBytes(UTF_8))
                .toList();
    }

    /** The requests without values; and values that only say how far a log was read need more than one damage. */
    private static boolean holdsNoValue(String text) {
        return text.isEmpty() || text.contains("active check") || text.matches("(?s).*\"data\"\\s*:\\s*\\[\\s*\\].*");
    }

    private static ZabbixIntake server(Intake intake) {
        return new ZabbixIntake(
                intake.lines, YamlSource.text("test", ITEMS).read(ItemSettings::read), 1 << 20, new Sessions());
    }

    /** Takes each datagram as the body of a message. */
    private record Plain(LineIntake lines, ZabbixIntake server) implements DatagramIntake {
        Plain(Intake intake) {
            this(intake.lines, ZabbixFuzzTest.server(intake));
        }

        @Override
        public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
            if (lines.countDatagram(to - from)) {
                server.frame(Frames.frame(1, new byte[0], to, 0), bytes, to, source, receivedNanos);
            }
        }
    }

    /** The same for packed bodies. */
    private static final class Packed implements DatagramIntake {
        private final LineIntake lines;
        private final ZabbixIntake server;
        private final Inflater inflater = new Inflater();
        private final byte[] plain = new byte[1 << 20];

        Packed(Intake intake) {
            lines = intake.lines;
            server = ZabbixFuzzTest.server(intake);
        }

        @Override
        public LineIntake lines() {
            return lines;
        }

        @Override
        public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
            if (lines.countDatagram(to - from)) {
                byte[] head = Frames.frame(3, new byte[0], to, plainLength(bytes, to));
                server.frame(head, bytes, to, source, receivedNanos);
            }
        }

        /** The length that the data really has, if it is zlib. */
        private long plainLength(byte[] bytes, int to) {
            inflater.reset();
            inflater.setInput(bytes, 0, to);
            try {
                return inflater.inflate(plain);
            } catch (DataFormatException e) {
                return to;
            }
        }
    }
}
