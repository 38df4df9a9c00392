package io.weir.gateway.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.fuzz.InputFuzz;
import io.weir.gateway.intake.MessageDatagrams;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TextFuzzTest {
    private static final String YAML =
            "mapping: {measurement: /kind, tags: {host: /host, site: p2}, timestamp: /t, absent: [N/A]}";
    private static final RecordMapping MAPPING =
            YamlSource.text("test", YAML).read(RecordMapping::in).orElseThrow();

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyLineOfKeysAndValuesArrivesOrIsCounted() {
        run(
                RecordFormat.KEY_VALUE,
                "kind=cpu t=1790000000 v=1",
                "[ \\n\\r\\t]*",
                "kind=cpu t=1790000000.25 host=flp1 f=1e3 n=12i s=\"a \\\"b\\\" \\\\ \u00fc\" e= x=N/A\nkind=mem t=1790000001 b=true",
                "t=2026-09-21T14:13:20Z kind=\"a b\" v=nan w=-0.5\r\n\r\nbroken\nkind=7 v=\"1");
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyLineOfCsvArrivesOrIsCounted() {
        run(
                new RecordFormat.Csv(List.of("kind", "t", "host", "v"), ','),
                "cpu,1790000000,a,1",
                "(?:kind,t,host,v(?:[\\n\\r]|$)|[\\n\\r])*+",
                "kind,t,host,v\r\ncpu,1790000000.25,\"a,\"\"b\"\"\",12i\r\nmem,1790000001,,\"x\ny\"\r\n",
                "cpu,2026-09-21T14:13:20Z,a,nan\n7,1,2\n7,1,2,3,4\n\"a\"b,1,2,3\n");
    }

    private static void run(RecordFormat format, String whole, String nothing, String... others) {
        new InputFuzz(
                        intake -> new MessageDatagrams(
                                intake.lines, new RecordIntake(intake.lines, MAPPING, format)::message),
                        whole.getBytes(UTF_8),
                        text -> text.replace("\u00ef\u00bb\u00bf", "").matches(nothing))
                .run(Stream.concat(Stream.of(whole), Stream.of(others))
                        .map(text -> text.getBytes(UTF_8))
                        .toList());
    }
}
