package io.weir.writer.store.remotewrite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.weir.contract.line.Series;
import io.weir.writer.testing.DecodedSeries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xerial.snappy.Snappy;

class WriteRequestsTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    private static final String[] NAMES = {
        "cpu",
        "a b",
        "a-b",
        "a.b",
        "a_b",
        "9x",
        "ü€",
        "__name__",
        "-_name__",
        "x:y",
        "a\\b",
        "A",
        "Z,z",
        "k=v",
        "\uD83D\uDE00"
    };

    /** Reused, as by the writer. */
    private final WriteRequests first = new WriteRequests(RemoteWriteVersion.V1);

    private final WriteRequests second = new WriteRequests(RemoteWriteVersion.V2);

    private WriteRequests requests(RemoteWriteVersion version) {
        return version == RemoteWriteVersion.V1 ? first : second;
    }

    @ParameterizedTest
    @EnumSource(RemoteWriteVersion.class)
    void requestHasTheSamplesOfTheLines(RemoteWriteVersion version) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 200; round++) {
            // In the order of their first samples, because different names may become equal.
            Map<List<Object>, SortedMap<Long, Double>> sent = new LinkedHashMap<>();
            StringBuilder lines = new StringBuilder();
            int count = random.nextInt(200);
            for (int i = 0; i < count; i++) {
                SortedMap<String, String> tags = new TreeMap<>();
                for (int tag = random.nextInt(5); tag > 0; tag--) {
                    tags.put(name(random), name(random) + random.nextInt(3));
                }
                String measurement = name(random);
                long millis = random.nextInt(-50, 50);
                String stamp = " " + (millis * 1_000_000 + random.nextInt(1_000_000)) + "\n";
                String field = name(random);
                double value = random.nextInt(1_000) / 8.0;
                lines.append(new String(new Series(measurement, tags).canonical(), UTF_8))
                        .append(' ')
                        .append(escaped(field))
                        .append('=')
                        .append(value)
                        .append(",flag=true,text=\"x\",value=-3i")
                        .append(stamp);
                sent.computeIfAbsent(List.of(measurement, field, tags), name -> new TreeMap<>())
                        .put(millis, value);
                sent.computeIfAbsent(List.of(measurement, "flag", tags), name -> new TreeMap<>())
                        .put(millis, 1.0);
                sent.computeIfAbsent(List.of(measurement, "value", tags), name -> new TreeMap<>())
                        .put(millis, -3.0);
            }
            byte[] bytes = lines.toString().getBytes(UTF_8);

            requests(version).encode(bytes, 0, bytes.length);

            Map<String, SortedMap<Long, Double>> expected = new TreeMap<>();
            sent.forEach((series, samples) -> merge(expected, labels(series), samples));
            assertThat(decoded(version)).as("seed %s round %s", SEED, round).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(RemoteWriteVersion.class)
    void manySamplesOfOneSeriesAreSorted(RemoteWriteVersion version) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        SortedMap<Long, Double> expected = new TreeMap<>();
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            long millis = random.nextInt(20_000);
            lines.append("m v=").append(i).append(' ').append(millis).append("000000\n");
            expected.put(millis, (double) i);
        }
        byte[] bytes = lines.toString().getBytes(UTF_8);

        requests(version).encode(bytes, 0, bytes.length);

        assertThat(decoded(version)).as("seed %s", SEED).isEqualTo(Map.of("__name__=m_v", expected));
    }

    @Test
    void eachTextIsASymbolOnce() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            lines.append("cpu,host=h")
                    .append(i)
                    .append(",x=host a=1,b=2 ")
                    .append(i)
                    .append("000000\n");
        }
        byte[] bytes = lines.toString().getBytes(UTF_8);
        second.encode(bytes, 0, bytes.length);

        List<DecodedSeries> series = DecodedSeries.ofVersion2(second.bytes(), second.length());
        assertThat(series).hasSize(40_000);
        assertThat(series.get(39_999).labels()).isEqualTo("__name__=cpu_b|host=h19999|x=host");
        assertThat(symbols(second))
                .hasSize(20_006)
                .startsWith("", "__name__", "cpu_a", "host", "h0", "x", "cpu_b", "h1");
    }

    private static List<String> symbols(WriteRequests requests) throws IOException {
        List<String> symbols = new ArrayList<>();
        CodedInputStream in = CodedInputStream.newInstance(requests.bytes(), 0, requests.length());
        while (WireFormat.getTagFieldNumber(in.readTag()) == 4) {
            symbols.add(in.readString());
        }
        return symbols;
    }

    @Test
    void compressedBlockIsSnappy() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        SnappyBlock block = new SnappyBlock();
        for (int size : new int[] {0, 1, 15, 16, 60, 61, 256, 32_767, 32_768, 65_535, 65_536, 65_537, 1_000_000}) {
            for (int alphabet : new int[] {1, 4, 256}) {
                byte[] bytes = new byte[size];
                for (int i = 0; i < size; i++) {
                    bytes[i] = (byte) random.nextInt(alphabet);
                }
                int length = block.compress(bytes, size);
                assertThat(Snappy.uncompress(Arrays.copyOf(block.bytes(), length)))
                        .as("seed %s size %s alphabet %s", SEED, size, alphabet)
                        .isEqualTo(bytes);
            }
        }
    }

    private static String name(SplittableRandom random) {
        return NAMES[random.nextInt(NAMES.length)];
    }

    private static String escaped(String key) {
        return key.replace(",", "\\,").replace("=", "\\=").replace(" ", "\\ ");
    }

    /** By the rules of the documentation, with texts. */
    private static String labels(List<Object> series) {
        return labels((String) series.get(0), (String) series.get(1), ((Map<?, ?>) series.get(2)));
    }

    private static String labels(String measurement, String field, Map<?, ?> tags) {
        List<Map.Entry<String, String>> all = new ArrayList<>();
        all.add(Map.entry("__name__", metric(field.equals("value") ? measurement : measurement + "_" + field)));
        // In the order of the tags' bytes, as joined values are.
        tags.entrySet().stream()
                .map(tag -> Map.entry(tag.getKey().toString(), tag.getValue().toString()))
                .sorted(Comparator.comparing(tag -> escaped(tag.getKey()).getBytes(UTF_8), Arrays::compareUnsigned))
                .forEach(tag -> all.add(Map.entry(label(tag.getKey()), tag.getValue())));
        Map<String, String> joined = new LinkedHashMap<>();
        all.stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(label -> joined.merge(label.getKey(), label.getValue(), (a, b) -> a + ";" + b));
        List<String> texts = new ArrayList<>();
        joined.forEach((name, value) -> texts.add(name + "=" + value));
        return String.join("|", texts);
    }

    private static String metric(String name) {
        return digit(points(name, "[a-zA-Z0-9_:]"));
    }

    private static String label(String name) {
        String spelled = digit(points(name, "[a-zA-Z0-9_]"));
        return spelled.equals("__name__") ? "exported___name__" : spelled;
    }

    private static String digit(String name) {
        return Character.isDigit(name.charAt(0)) ? "_" + name : name;
    }

    private static String points(String name, String allowed) {
        StringBuilder text = new StringBuilder();
        name.codePoints()
                .mapToObj(Character::toString)
                .forEach(each -> text.append(each.matches(allowed) ? each : "_"));
        return text.toString();
    }

    private Map<String, SortedMap<Long, Double>> decoded(RemoteWriteVersion version) throws IOException {
        Map<String, SortedMap<Long, Double>> decoded = new TreeMap<>();
        WriteRequests requests = requests(version);
        List<DecodedSeries> all = version == RemoteWriteVersion.V1
                ? DecodedSeries.ofVersion1(requests.bytes(), requests.length())
                : DecodedSeries.ofVersion2(requests.bytes(), requests.length());
        all.forEach(series -> merge(decoded, series.labels(), series.samples()));
        assertThat(requests.samples())
                .isEqualTo(
                        all.stream().mapToInt(series -> series.samples().size()).sum());
        return decoded;
    }

    private static void merge(
            Map<String, SortedMap<Long, Double>> all, String labels, SortedMap<Long, Double> samples) {
        all.computeIfAbsent(labels, name -> new TreeMap<>()).putAll(samples);
    }
}
