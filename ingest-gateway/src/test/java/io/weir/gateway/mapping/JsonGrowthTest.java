package io.weir.gateway.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import io.weir.contract.config.YamlSource;
import io.weir.contract.line.LineBounds;
import io.weir.contract.topic.SourceOffsets;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.BatchOrigin;
import io.weir.gateway.intake.batch.Parcel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How much longer than a message its lines may be. */
class JsonGrowthTest {
    private static final int PORTION_BYTES = 64 << 10;

    @Test
    void aLongTagOfAMessageLeavesNoRoomForAllRecords() {
        String message = "{\"h\":\"" + "h".repeat(32_000) + "\",\"r\":[" + records(4_000) + "]}";
        Received received = received("{records: /r, measurement: m, tags: {h: /h}}", message);
        assertThat(received.bytes).isLessThan(101L * message.length());
        assertThat(received.lines).isBetween(190, 210);
        assertThat(received.reasons).isEqualTo(Map.of("record-lines-too-long", 4_000 - received.lines));
    }

    @Test
    void theNextMessageHasRoomOfItsOwn() {
        String first = "{\"h\":\"" + "h".repeat(32_000) + "\",\"r\":[" + records(4_000) + "]}";
        Received received =
                received("{records: /r, measurement: m, tags: {h: /h}}", first + "{\"h\":\"a\",\"r\":[{\"v\":1}]}");
        assertThat(received.last).isEqualTo("m,h=a v=1i\n");
    }

    /** Each place that a record or its mapping can take from the message around. */
    @Test
    @Timeout(60)
    void nothingOfAMessageIsReadForEachRecordWithoutEnd() {
        String text = "\"" + "1".repeat(500_000) + "\"";
        String array = "[" + "1,".repeat(250_000) + "1,{}]";
        String object = "{\"" + "o".repeat(9_000) + "\":{" + members(50_000) + "}}";
        String records = records(20_000);
        for (String large : List.of(text, array, object)) {
            for (String mapping : List.of(
                    "{records: /r, measurement: /h}",
                    "{records: /r, measurement: m, tags: {h: /h}}",
                    "{records: /r, measurement: m, fields: {h: /h}}",
                    "{records: /r, measurement: m, timestamp: /h}")) {
                String message = "{\"h\":" + large + ",\"r\":[" + records + "]}";
                Received received = received(mapping, message);
                assertThat(received.bytes).isLessThan(101L * message.length());
                assertThat(received.lines + received.refused()).isEqualTo(20_000);
            }
        }
    }

    @Test
    void theNameOfAParentIsNotRepeatedBeyondALine() {
        String record = ("{\"" + "a".repeat(9_990) + "\":").repeat(3) + "{" + members(5_000) + "}}}}";
        Received received = received("{measurement: m}", record + "{\"v\":1}");
        assertThat(received.reasons).isEqualTo(Map.of("line-too-long", 1));
        assertThat(received.last).isEqualTo("m v=1i\n");
    }

    /** Names without values cost the same. */
    @Test
    @Timeout(60)
    void namesOfOneMebibyteDoNotExhaustTheHeap() {
        String open = ("{\"" + "a".repeat(9_990) + "\":").repeat(30);
        for (String value : List.of("1", "{}", "null")) {
            String record = open + "{" + members(50_000).replace(":1", ":" + value) + "}" + "}".repeat(30);
            assertThat(received("{measurement: m}", record).reasons).isEqualTo(Map.of("line-too-long", 1));
        }
    }

    @Test
    void manySmallRecordsWithLongNamesStayWithinTheirRoom() {
        String record = "{\"" + "a".repeat(1_700) + "\":{" + members(250) + "}}";
        String message = ("[" + record + "]").repeat(300);
        Received received = received("{measurement: m}", message);
        assertThat(received.bytes).isLessThan(130L * message.length());
        assertThat(received.reasons).isEqualTo(Map.of("record-lines-too-long", 300));
    }

    @Test
    void twentyShortTagsOfAMessageFitTheShortestRecords() {
        String tags =
                IntStream.range(0, 20).mapToObj(i -> "tag" + i + ": /t" + i).collect(Collectors.joining(", "));
        String values = IntStream.range(0, 20)
                .mapToObj(i -> "\"t" + i + "\":\"a-value-" + i + "\",")
                .collect(Collectors.joining());
        Received received = received(
                "{records: /r, measurement: m, tags: {" + tags + "}}",
                "{" + values + "\"r\":[" + records(100_000) + "]}");
        assertThat(received.reasons).isEmpty();
        assertThat(received.lines).isEqualTo(100_000);
    }

    @Test
    void aShortRecordHasRoomForLongConstants() {
        String tags = IntStream.range(0, 20)
                .mapToObj(i -> "tag" + i + ": " + "x".repeat(1_000))
                .collect(Collectors.joining(", "));
        assertThat(received("{measurement: m, tags: {" + tags + "}}", "{\"v\":1}").lines)
                .isEqualTo(1);
    }

    @Test
    void linesArriveInPortions() {
        Received received = received("{measurement: m}", "[" + records(50_000) + "]");
        assertThat(received.lines).isEqualTo(50_000);
        assertThat(received.portions).hasSizeGreaterThan(5).allMatch(bytes -> bytes < PORTION_BYTES + 100);
    }

    /** A line of half a mebibyte makes the buffer grow. */
    @Test
    void aLongLineIsNotKeptInMemory() {
        String record = "{\"v\":\"" + "x".repeat(LineBounds.MOST_LINE_BYTES - 100) + "\"}";
        Received received = received("{measurement: m}", record + "{\"v\":1}");
        assertThat(received.portions).hasSize(2);
        assertThat(received.lastBuffer).isLessThanOrEqualTo(256 << 10);
    }

    /** A reader that reads a record again recognises its lines by their place, which one batch has. */
    @Test
    void portionsOfARecordHaveDifferentPlaces() {
        Map<Integer, List<String>> first = places();
        assertThat(first.values().stream().flatMap(List::stream).count()).isGreaterThan(40);
        assertThat(places()).isEqualTo(first);
        for (List<String> ofPartition : first.values()) {
            Set<String> unique = new HashSet<>(ofPartition);
            assertThat(unique).hasSameSizeAs(ofPartition);
        }
    }

    /** By partition: the offset and chunk of each place, in order. */
    private static Map<Integer, List<String>> places() {
        Intake intake = new Intake(32 << 10, 1000, 1000, 1 << 30);
        intake.lines.withOrigins();
        RecordIntake mapping =
                new RecordIntake(intake.lines, mapping("{measurement: m, tags: {h: /h}}"), RecordFormat.JSON);
        for (int offset = 7; offset <= 8; offset++) {
            StringBuilder message = new StringBuilder();
            for (int i = 0; i < 20_000; i++) {
                message.append("{\"h\":")
                        .append(i % 8)
                        .append(",\"v\":")
                        .append(i)
                        .append('}');
            }
            byte[] bytes = message.toString().getBytes(UTF_8);
            intake.lines.record("log", offset);
            mapping.message(bytes, 0, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
        }
        intake.lines.flush();
        Map<Integer, List<String>> places = new TreeMap<>();
        for (Parcel.Batch batch : Intake.only(Parcel.Batch.class, intake.queued())) {
            BatchOrigin origin = Objects.requireNonNull(batch.origin());
            SourceOffsets offsets = Objects.requireNonNull(
                    SourceOffsets.parse(origin.offsets(), batch.lineCount()), "places that do not rise: " + origin);
            List<String> ofPartition = places.computeIfAbsent(batch.partition(), key -> new ArrayList<>());
            for (int line = 0; line < batch.lineCount(); line++) {
                SourceOffsets place = offsets.part(line, 1);
                String text = place.toString().replace("+", "");
                if (line == 0 || !ofPartition.get(ofPartition.size() - 1).equals(text)) {
                    ofPartition.add(text);
                }
            }
        }
        return places;
    }

    private static String records(int count) {
        return "{\"v\":1},".repeat(count - 1) + "{\"v\":1}";
    }

    private static String members(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"" + Integer.toString(i, 36) + "\":1")
                .collect(Collectors.joining(","));
    }

    private static Received received(String mapping, String message) {
        byte[] bytes = message.getBytes(UTF_8);
        Received received = new Received();
        new JsonLines(mapping(mapping), received).read(bytes, 0, bytes.length);
        return received;
    }

    private static RecordMapping mapping(String yaml) {
        return YamlSource.text("test", yaml).read(RecordMapping::read);
    }

    /** Counts lines and reasons instead of keeping them. */
    private static final class Received implements RecordLines.Target {
        final Map<String, Integer> reasons = new HashMap<>();
        final List<Integer> portions = new ArrayList<>();
        String last = "";
        int lines;
        long bytes;
        int lastBuffer;

        @Override
        public void lines(byte[] of, int length) {
            int start = 0;
            for (int i = 0; i < length; i++) {
                if (of[i] == '\n') {
                    lines++;
                    last = i == length - 1 ? new String(of, start, length - start, UTF_8) : last;
                    start = i + 1;
                }
            }
            bytes += length;
            portions.add(length);
            lastBuffer = of.length;
        }

        @Override
        public void refused(RecordError why, JsonPointer where, byte[] of, int from, int to, int at) {
            reasons.merge(why.code(), 1, Integer::sum);
        }

        int refused() {
            return reasons.values().stream().mapToInt(Integer::intValue).sum();
        }
    }
}
