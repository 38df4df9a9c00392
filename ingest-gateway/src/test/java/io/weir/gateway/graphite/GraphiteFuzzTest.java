package io.weir.gateway.graphite;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.fuzz.InputFuzz;
import io.weir.gateway.intake.TextDatagrams;
import io.weir.gateway.path.Template;
import io.weir.gateway.path.Templates;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class GraphiteFuzzTest {
    private static final byte[] WHOLE = "cpu.load 1 1790000000\n".getBytes(UTF_8);
    private static final List<byte[]> VALID = Stream.of(
                    "servers.a.cpu.idle 93.5 1790000000\nservers.b.cpu.idle -1e-3 1790000000.25\n",
                    "disk.used;host=a;path=/data 7\r\n\n disk.free;host=\u00fc 8 -1\n",
                    new String(WHOLE, UTF_8))
            .map(text -> text.getBytes(UTF_8))
            .toList();
    private static final Templates TEMPLATES =
            Templates.of(List.of(Template.of("servers", ".host.measurement.name*", new TreeMap<>())));

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyLineArrivesOrIsCounted() {
        new InputFuzz(
                        intake -> new TextDatagrams(new GraphiteMapping(intake.lines, TEMPLATES)),
                        WHOLE,
                        text -> text.isBlank())
                .run(VALID);
    }
}
