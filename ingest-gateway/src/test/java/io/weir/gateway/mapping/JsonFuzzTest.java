package io.weir.gateway.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.fuzz.InputFuzz;
import io.weir.gateway.intake.MessageDatagrams;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class JsonFuzzTest {
    private static final String WHOLE = "{\"kind\":\"cpu\",\"t\":1790000000,\"v\":1}";
    private static final RecordMapping MAPPING =
            YamlSource.text("test", """
                    mapping:
                      measurement: /kind
                      tags: {host: /host/name, site: p2}
                      timestamp: /t
                      floats: ["f*"]
                    """).read(RecordMapping::in).orElseThrow();

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyRecordArrivesOrIsCounted() {
        new InputFuzz(
                        intake -> new MessageDatagrams(
                                intake.lines, new RecordIntake(intake.lines, MAPPING, RecordFormat.JSON)::message),
                        WHOLE.getBytes(UTF_8),
                        text -> text.replaceAll("[ \\n\\r\\t]", "").matches("(\\[])*"))
                .run(Stream.of(
                                "[{\"kind\":\"cpu\",\"t\":1790000000.25,\"host\":{\"name\":\"flp1\",\"ip\":\"::1\"},"
                                        + "\"f1\":1,\"a\":[1,2.5e-3,\"\\u00fc\\\\\\n\"]},\n"
                                        + " {\"kind\":\"mem\",\"t\":\"2026-09-21T14:13:20Z\",\"used\":-1e-3,\"n\":null}]",
                                "{\"t\":\"1790000000250\",\"x\":{\"y\":{\"z\":18446744073709551615}},\"kind\":7}\n7 \"text\" [[]]\n",
                                WHOLE)
                        .map(text -> text.getBytes(UTF_8))
                        .toList());
    }
}
