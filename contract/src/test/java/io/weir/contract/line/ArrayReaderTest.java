package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrayReaderTest {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

    private final ArrayReader reader = new ArrayReader();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|",
                "[ ]|",
                "[1]|1",
                " [ 1 , -2.5e+3 ] |1 -2.5e+3",
                "[true,false]|true false",
                "[\\\"a\\\",\\\"\\\"]|\\\"a\\\" \\\"\\\"",
                "[\\\"a,]\\\\\\\" b\\\"]|\\\"a,]\\\\\\\" b\\\"",
                "[\\\"\\u00e9\\\\n\\\"]|\\\"\\u00e9\\\\n\\\""
            })
    void readsElements(String array, String elements) {
        assertThat(read(array))
                .isEqualTo(Optional.of(Optional.ofNullable(elements).orElse("")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|0",
                "1|0",
                "[|1",
                "[1|2",
                "[1,|3",
                "[1,]|3",
                "[,1]|1",
                "[1 2]|3",
                "[1]]|3",
                "[1],|3",
                "[01]|1",
                "[-]|2",
                "[+1]|1",
                "[.5]|1",
                "[1.]|3",
                "[1e]|3",
                "[1e+]|4",
                "[1i]|2",
                "[0x1]|2",
                "[NaN]|1",
                "[null]|1",
                "[[1]]|1",
                "[{}]|1",
                "[tru]|1",
                "[truer]|5",
                "['a']|1",
                "[\\\"a]|5",
                "[\\\"a\\\\x\\\"]|6",
                "[\\\"\\u12g4\\\"]|4"
            })
    void refusesWhatIsNoArrayWithItsPlace(String array, int at) {
        assertThat(read(array)).isEmpty();
        assertThat(reader.errorAt()).isEqualTo(at);
    }

    /** Each string is an array of scalars for an independent reader of JSON, or for neither. */
    @Test
    void agreesWithAnotherReaderOfJson() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("ArrayReaderTest seed=" + seed);
        Random random = new Random(seed);
        int arrays = 0;
        int refused = 0;
        for (int round = 0; round < 50_000; round++) {
            String json = mutated(array(random), random);
            Optional<List<JsonNode>> expected = scalars(json);
            byte[] spelled = json.replace("\\", "\\\\").replace("\"", "\\\"").getBytes(UTF_8);
            assertThat(elements(spelled)).as("seed %d, %s", seed, json).isEqualTo(expected.map(ArrayReaderTest::shown));
            arrays += expected.isPresent() ? 1 : 0;
            refused += expected.isPresent() ? 0 : 1;
        }
        assertThat(arrays).as("arrays, seed %d", seed).isGreaterThan(5_000);
        assertThat(refused).as("refused, seed %d", seed).isGreaterThan(5_000);
    }

    @Test
    void knowsTheRangeOfWholeNumbers() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("ArrayReaderTest seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 50_000; round++) {
            long least = random.nextBoolean() ? 0 : Long.MIN_VALUE >> random.nextInt(64);
            long most = -1L >>> random.nextInt(64);
            BigInteger lower = BigInteger.valueOf(least);
            BigInteger upper = new BigInteger(Long.toUnsignedString(most));
            BigInteger near = (random.nextBoolean() ? lower : upper).add(BigInteger.valueOf(random.nextInt(5) - 2));
            BigInteger number = random.nextInt(8) == 0 ? near.multiply(TWO_TO_64) : near;
            byte[] array = ("[" + number + "]").getBytes(UTF_8);
            reader.wrap(array, 0, array.length);
            assertThat(reader.next()).isTrue();
            assertThat(reader.isWhole()).isTrue();
            assertThat(reader.isWithin(least, most))
                    .as("seed %d: %s in %s to %s", seed, number, lower, upper)
                    .isEqualTo(number.compareTo(lower) >= 0 && number.compareTo(upper) <= 0);
        }
    }

    /** The elements as spelled, with blanks between them; empty if the array is refused. */
    private Optional<String> read(String array) {
        byte[] bytes = array.getBytes(UTF_8);
        reader.wrap(bytes, 0, bytes.length);
        List<String> elements = new ArrayList<>();
        while (reader.next()) {
            elements.add(new String(bytes, reader.start(), reader.end() - reader.start(), UTF_8));
        }
        assertThat(reader.next()).as("a second time").isFalse();
        return reader.isRefused() ? Optional.empty() : Optional.of(String.join(" ", elements));
    }

    /** The elements as {@link #shown}; empty if the array is refused. */
    private Optional<String> elements(byte[] spelled) {
        reader.wrap(spelled, 0, spelled.length);
        List<String> elements = new ArrayList<>();
        while (reader.next()) {
            String element = new String(spelled, reader.start(), reader.end() - reader.start(), UTF_8);
            elements.add(
                    switch (reader.kind()) {
                        case NUMBER -> withoutSignOfZero(reader.number()) + (reader.isWhole() ? " whole" : "");
                        case BOOLEAN -> element;
                        case TEXT -> "text";
                    });
        }
        return reader.isRefused() ? Optional.empty() : Optional.of(String.join(" ", elements));
    }

    private static String shown(List<JsonNode> elements) {
        return elements.stream()
                .map(element -> element.isNumber()
                        ? withoutSignOfZero(element.asDouble()) + (element.isIntegralNumber() ? " whole" : "")
                        : element.isBoolean() ? element.asText() : "text")
                .collect(Collectors.joining(" "));
    }

    /** Jackson reads -0 as an integer, which has no negative zero. */
    private static double withoutSignOfZero(double number) {
        return number + 0.0;
    }

    private static Optional<List<JsonNode>> scalars(String json) {
        try {
            JsonNode node = JSON.readTree(json);
            List<JsonNode> elements = new ArrayList<>();
            node.forEach(elements::add);
            boolean areScalars = elements.stream().allMatch(each -> each.isValueNode() && !each.isNull());
            return node.isArray() && areScalars ? Optional.of(elements) : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static String array(Random random) {
        return IntStream.range(0, random.nextInt(5))
                .mapToObj(element -> element(random))
                .collect(Collectors.joining(random.nextBoolean() ? "," : " ,\n", "[", "]"));
    }

    private static String element(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> Long.toString(random.nextLong() >> random.nextInt(64));
            case 1 -> Double.toString(random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20));
            case 2 -> new BigDecimal(new BigInteger(70, random), random.nextInt(20)).toString();
            case 3 -> Boolean.toString(random.nextBoolean());
            case 4 ->
                List.of("\"\"", "\"a b\"", "\"\\\"\"", "\"\\\\\"", "\"\\n\\u00e9\"", "\"é,]\"")
                        .get(random.nextInt(6));
            default -> List.of("null", "[]", "{\"a\":1}", "0", "-0", "1e5").get(random.nextInt(6));
        };
    }

    /** In half of the cases the same; else with one character removed, doubled or replaced. */
    private static String mutated(String json, Random random) {
        if (random.nextBoolean()) {
            return json;
        }
        int at = random.nextInt(json.length());
        String other = "[],.-+e0\"\\tnul {}\t\u0001:1".charAt(random.nextInt(21)) + "";
        String middle = List.of("", json.substring(at, at + 1).repeat(2), other).get(random.nextInt(3));
        return json.substring(0, at) + middle + json.substring(at + 1);
    }
}
