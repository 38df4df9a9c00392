package io.weir.standalone.probe;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.line.LineReader;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.setting.InputSettings;
import io.weir.standalone.probe.out.ProbeMeters;
import io.weir.standalone.probe.out.QueuedOutput;
import io.weir.standalone.probe.out.Round;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every kind of line, as OTLP into the gateway's input. */
class OtlpOutputTest {
    private static final Pattern FLOAT = Pattern.compile("value=([-0-9.E]+) ");

    @Test
    void theValuesAreThoseOfDatagrams() {
        Round round = Samples.round(TimeUnit.SECONDS.toNanos(Instant.now().getEpochSecond()))
                .round();
        InputSettings settings = YamlSource.text("gateway.yaml", """
                otlp-http: {enabled: true, host: 127.0.0.1, port: 0, resource-tags: []}""").read(GatewayConfig::read).inputs().stream()
                .filter(input -> input.name().equals("otlp-http"))
                .findFirst()
                .orElseThrow();
        ProbeMeters meters = new ProbeMeters(new SimpleMeterRegistry());
        try (OneInput one = new OneInput(settings.name());
                Input input = settings.open(one);
                QueuedOutput output = QueuedOutput.otlp(
                        URI.create("http://127.0.0.1:" + input.port().orElseThrow() + "/v1/metrics"),
                        Optional.empty(),
                        1 << 20,
                        meters)) {
            one.acknowledging();
            output.accept(round);

            List<String> expected = single(round);
            eventually("all arrive", () -> one.lines().size() >= expected.size());
            assertThat(one.lines().stream().map(OtlpOutputTest::plain)).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(one.refused()).isEmpty();
        }
    }

    /** The lines of a round with a line for each field. */
    private static List<String> single(Round round) {
        List<String> lines = new ArrayList<>();
        byte[] bytes = round.lines().toBytes();
        LineReader reader = new LineReader();
        reader.wrap(bytes, 0, bytes.length);
        while (reader.next()) {
            String series = new String(bytes, reader.seriesStart(), reader.seriesEnd() - reader.seriesStart(), UTF_8);
            int comma = series.indexOf(',');
            for (int i = 0; i < reader.fieldCount(); i++) {
                String field = new String(
                        bytes, reader.fieldKeyStart(i), reader.fieldKeyEnd(i) - reader.fieldKeyStart(i), UTF_8);
                String value =
                        new String(bytes, reader.valueStart(i), reader.valueEnd(i) - reader.valueStart(i), UTF_8);
                lines.add(plain(series.substring(0, comma) + "." + field + series.substring(comma) + " value=" + value
                        + " " + reader.timestamp()));
            }
        }
        return lines;
    }

    /** The same float is spelled as 8, 8.0 or 8E0. */
    private static String plain(String line) {
        return FLOAT.matcher(line).replaceFirst(found -> "value=" + Double.parseDouble(found.group(1)) + " ");
    }
}
