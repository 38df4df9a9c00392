package io.weir.gateway.statsd;

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

class StatsdFuzzTest {
    private static final byte[] WHOLE = "cpu.load:1|g\n".getBytes(UTF_8);
    private static final List<byte[]> VALID = Stream.of(
                    "servers.a.page.views:3|c|@0.5\nservers.b.time:12.5|ms|@0.1|#db:runs,flag\n",
                    "disk.free;host=\u00fc:7|g\r\n\nsize,host=a:1:2.5:1e3|h|c:abc|#a:b|T1790000000\n",
                    "users:anna|s\n",
                    "_e{5,4}:title|text\n",
                    new String(WHOLE, UTF_8))
            .map(text -> text.getBytes(UTF_8))
            .toList();
    private static final Templates TEMPLATES =
            Templates.of(List.of(Template.of("servers", ".host.measurement.name*", new TreeMap<>())));

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everySampleArrivesOrIsCounted() {
        new InputFuzz(
                        intake -> new TextDatagrams(new StatsdMapping(intake.lines, TEMPLATES, SignedGauges.CHANGE)),
                        WHOLE,
                        text -> text.isBlank())
                .run(VALID);
    }
}
