package io.weir.writer.store.opentsdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.line.FieldKey;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.contract.line.SeriesReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PutBodyTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    private static final String ALPHABET = "aZ9-_./,= é:\"";

    @Test
    void randomNamesCanBeReadBack() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        PutBody body = new PutBody();
        for (int round = 0; round < 300; round++) {
            String measurement = "m" + text(random);
            String field = "f" + text(random);
            SortedMap<String, String> tags = new TreeMap<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                tags.put("t" + text(random), text(random) + "v");
            }
            int value = random.nextInt();
            long stamp = random.nextLong(1L << 62);
            byte[] bytes = (new String(new Series(measurement, tags).canonical(), UTF_8) + " "
                            + new String(FieldKey.spelled(field), UTF_8) + "=" + value + "i,b=true " + stamp)
                    .getBytes(UTF_8);
            LineReader line = new LineReader();
            SeriesReader series = new SeriesReader();
            line.wrap(bytes, 0, bytes.length);
            assertThat(line.next()).isTrue();
            series.read(bytes, line.seriesStart(), line.seriesEnd());

            body.clear();
            body.add(line, series);
            body.end();

            JsonNode points = new ObjectMapper().readTree(body.bytes(), 0, body.length());
            JsonNode point = points.path(0);
            String metric = point.path("metric").asText();
            int dot = metric.lastIndexOf('.');
            SortedMap<String, String> found = new TreeMap<>();
            point.path("tags").properties().forEach(tag -> {
                assertThat(tag.getKey() + tag.getValue().asText()).matches("[a-zA-Z0-9._/-]+");
                found.put(plain(tag.getKey()), plain(tag.getValue().asText()));
            });
            if (tags.isEmpty()) {
                tags.put("weir", "untagged");
            }
            assertThat(points.size()).isEqualTo(2);
            assertThat(metric).as("seed %s", SEED).matches("[a-zA-Z0-9._/-]+");
            assertThat(plain(metric.substring(0, dot))).as("seed %s", SEED).isEqualTo(measurement);
            assertThat(plain(metric.substring(dot + 1))).as("seed %s", SEED).isEqualTo(field);
            assertThat(found).as("seed %s", SEED).isEqualTo(tags);
            assertThat(point.path("value").asInt()).isEqualTo(value);
            assertThat(point.path("timestamp").asLong()).isEqualTo(stamp / 1_000_000);
            assertThat(points.path(1).path("value").asInt()).isEqualTo(1);
        }
    }

    private static String plain(String name) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int at = 0; at < name.length(); at++) {
            if (name.charAt(at) == '/') {
                bytes.write(Integer.parseInt(name.substring(at + 1, at + 3), 16));
                at += 2;
            } else {
                bytes.write(name.charAt(at));
            }
        }
        return bytes.toString(UTF_8);
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }
}
