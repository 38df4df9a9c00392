package io.weir.gateway.opentsdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.fuzz.InputFuzz;
import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.Replies;
import io.weir.gateway.intake.TextDatagrams;
import io.weir.gateway.path.Template;
import io.weir.gateway.path.Templates;
import java.net.SocketAddress;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OpenTsdbFuzzTest {
    private static final byte[] WHOLE = "put cpu.load 1790000000 1 host=a\n".getBytes(UTF_8);
    private static final byte[] WHOLE_JSON =
            "{\"metric\":\"cpu.load\",\"timestamp\":1790000000,\"value\":1,\"tags\":{\"host\":\"a\"}}".getBytes(UTF_8);
    private static final Templates TEMPLATES =
            Templates.of(List.of(Template.of("servers", ".host.measurement.name*", new TreeMap<>())));
    private static final Replies NOBODY = new Replies() {
        @Override
        public void send(byte[] bytes, int from, int to) {
            new String(bytes, from, to - from, UTF_8);
        }

        @Override
        public void end() {}
    };

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyMessageArrivesOrIsCounted() {
        new InputFuzz(
                        intake -> new TextDatagrams(new TelnetMapping(intake.lines, TEMPLATES, NOBODY)),
                        WHOLE,
                        OpenTsdbFuzzTest::holdsOnlyCommands)
                .run(bytes(
                        "put servers.a.cpu.idle 1790000000 93.5 a=b\r\nput servers.b.x 1790000000250 -1e-3 h=\u00fc  k=v\n",
                        "\n\nput disk.used 1790000000.25 7\nversion\nput x.y 17 +5 a=b c=d\nstats\n",
                        new String(WHOLE, UTF_8)));
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyPointOfABodyArrivesOrIsCounted() {
        new InputFuzz(Bodies::new, WHOLE_JSON, text -> text.replaceAll("[ \\n\\r\\t]", "")
                        .matches("(\\[])*"))
                .run(bytes(
                        "[{\"metric\":\"servers.a.cpu.idle\",\"timestamp\":\"1790000000250\",\"value\":\"93.5\","
                                + "\"tags\":{\"h\":\"\\u00fc\",\"n\":7}},\n {\"value\":-1e-3,\"metric\":\"a\",\"timestamp\":1.5}]",
                        "{\"metric\":\"a\",\"timestamp\":1,\"value\":1,\"x\":{\"y\":[1,null,true]}}\n7 \"text\" [[]]\n",
                        new String(WHOLE_JSON, UTF_8)));
    }

    private static boolean holdsOnlyCommands(String text) {
        return text.lines().allMatch(line -> line.strip().matches("|(version|stats|help|exit)([ \\t\\r].*)?"));
    }

    private static List<byte[]> bytes(String... texts) {
        return Stream.of(texts).map(text -> text.getBytes(UTF_8)).toList();
    }

    /** Takes each datagram as a body. */
    private record Bodies(LineIntake lines, PutBodies bodies) implements DatagramIntake {
        Bodies(Intake intake) {
            this(intake.lines, new PutBodies(intake.lines, TEMPLATES));
        }

        @Override
        public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
            lines.countDatagram(to - from);
            PutReport report = bodies.take(bytes, from, to, source, receivedNanos);
            report.json(true, true);
        }
    }
}
