package io.weir.processing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.type.ScalarType;
import io.weir.contract.topic.Rejection;
import io.weir.processing.account.StateBudget;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** A line of senders passes if its values are of their declared types, and is refused otherwise. */
class DeclaredTypesTest {
    private static final int CASES = 10_000;
    private static final int BATCH = 100;
    private static final List<ScalarType> TYPES = List.of(ScalarType.values());

    private static final String PORTS = """
            version: 1
            types:
              - {name: n, match: {measurement: net}, field: n, type: uint8}
              - {name: p, match: {measurement: net}, field: port, type: uint16}
            """;

    /** A line, and the reason for which it must be refused; empty if it must pass. */
    private record Case(String line, String reason) {}

    /** A series has numbers for 4096 fields. A refused line must not use up those of other lines. */
    @Test
    void namesOfARefusedLineDoNotSwitchOffTheTypesOfOthers() {
        String invented =
                IntStream.range(0, 4096).mapToObj(i -> "j" + i + "=1i").collect(Collectors.joining(","));
        try (TopologyRig rig = new TopologyRig(RuleLoader.parse("rules.yaml", PORTS))) {
            rig.batch(
                    10_100,
                    "net,host=a n=256i 10100000000\n"
                            + "net,host=a " + invented + ",n=256i 10100000000\n"
                            + "net,host=a port=70000i 10200000000\n");
            assertThat(rig.lines(rig.topics.storage())).isEmpty();
            assertThat(rig.output(rig.topics.rejected())).hasSize(3);
        }
    }

    @Test
    void aFieldBeyondTheLimitsOfItsSeriesKeepsItsType() {
        String many = IntStream.range(0, 4096).mapToObj(i -> "j" + i + "=1i").collect(Collectors.joining(","));
        try (TopologyRig rig = new TopologyRig(RuleLoader.parse("rules.yaml", PORTS))) {
            rig.batch(10_100, "net,host=a " + many + " 10100000000\nnet,host=a port=70000i 10200000000\n");
            assertThat(rig.lines(rig.topics.storage())).hasSize(1);
            assertThat(rig.output(rig.topics.rejected())).hasSize(1);
        }
    }

    /** Without memory for the name of a field, its value is stored, but not one of a wrong type. */
    @Test
    void aFieldThatIsRefusedMemoryKeepsItsType() {
        String rules = PORTS + """
                aggregate:
                  - {name: m, match: {measurement: net}, fields: "*", functions: [max], window: 1m, keep-raw: true}
                """;
        try (TopologyRig rig = new TopologyRig(
                Rules.fixed(RuleLoader.parse("rules.yaml", rules)), new StateBudget(20_000, 100, 100))) {
            rig.batch(
                    10_100,
                    IntStream.range(0, 200)
                            .mapToObj(i -> "net,host=a j" + i + "=1i 10100000000\n")
                            .collect(Collectors.joining()));
            rig.batch(10_200, "net,host=a port=70000i 10200000000\n");
            assertThat(rig.lines(rig.topics.storage())).isNotEmpty().noneMatch(line -> line.contains("port=70000i"));
        }
    }

    /** Random values of each type, of the types beside it, and around the limits of all. */
    @Test
    void agreesWithBigNumbers() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("DeclaredTypesTest seed=" + seed);
        Random random = new Random(seed);
        List<Case> cases = new ArrayList<>();
        for (int number = 0; number < CASES; number++) {
            cases.add(random(number, random));
        }
        try (TopologyRig rig = new TopologyRig(RuleLoader.parse("rules.yaml", rules()))) {
            for (int from = 0; from < CASES; from += BATCH) {
                rig.batch(
                        10_000,
                        cases.subList(from, from + BATCH).stream()
                                .map(each -> each.line() + "\n")
                                .collect(Collectors.joining()));
            }
            assertThat(rig.lines(rig.topics.storage()))
                    .as("stored, seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(cases.stream()
                            .filter(each -> each.reason().isEmpty())
                            .map(Case::line)
                            .toList());
            assertThat(rig.output(rig.topics.rejected()).stream()
                            .map(record -> new Case(
                                    text(record),
                                    Rejection.read(record.headers()).reason())))
                    .as("rejected, seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(cases.stream()
                            .filter(each -> !each.reason().isEmpty())
                            .toList());
        }
        cases.stream().map(Case::reason).distinct().forEach(reason -> assertThat(cases)
                .as("seed %d, %s", seed, reason)
                .filteredOn(each -> each.reason().equals(reason))
                .hasSizeGreaterThan(500));
    }

    @Test
    void aWrongValueHarmsNoOtherLineAndEntersNoWindow() {
        try (TopologyRig rig = new TopologyRig(RuleLoader.parse("rules.yaml", """
                version: 1
                types:
                  - {name: first, match: {measurement: cpu}, field: n, type: uint8}
                  - {name: later, match: {measurement: cpu}, field: "*", type: float64}
                aggregate:
                  - {name: cpu-1s, match: {measurement: cpu}, fields: [n, v], functions: [sum], window: 1s}
                """))) {
            rig.batch(10_100, """
                    cpu,host=a n=1i,v=1 10100000000
                    cpu,host=a n=256i,v=100 10200000000
                    cpu,host=a v=2,n=-1i 10300000000
                    cpu,host=a v=3i,n=7i 10400000000
                    cpu,host=b v=4 10500000000
                    cpu,host=b weir:end=true 10600000000
                    cpu,host=a v=5,n=255i 10700000000
                    """);
            rig.tick("g", 20_000);

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactlyInAnyOrder(
                            "cpu_1s,host=a n_sum=256i,v_sum=6.0 10000000000", "cpu_1s,host=b v_sum=4.0 10000000000");
            assertThat(rig.output(rig.topics.rejected()).stream().map(DeclaredTypesTest::told))
                    .containsExactly(
                            "type-overflow 256i,v=100 10200000000",
                            "type-overflow -1i 10300000000",
                            "type-mismatch 3i,n=7i 10400000000");
        }
    }

    @Test
    void changesAreOfTheDeclaredTypeAsValuesAre() {
        try (TopologyRig rig = new TopologyRig(RuleLoader.parse("rules.yaml", """
                version: 1
                types:
                  - {name: whole, match: {measurement: jobs}, field: value, type: int32}
                  - {name: list, match: {measurement: bins}, field: value, array: float64}
                  - {name: single, match: {measurement: load}, field: value, type: float32}
                """))) {
            rig.batch(10_100, """
                    jobs value=5,weir:change=true 10100000000
                    jobs value=5,weir:change=false 10100000000
                    bins value=5,weir:change=true 10100000000
                    load value=1e39,weir:change=true 10100000000
                    load value=3e38,weir:change=false 10100000000
                    load value=3e38,weir:change=true 10200000000
                    load value=-3e38,weir:change=true 10300000000
                    idle value=1e39,weir:change=true 10100000000
                    """);
            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly(
                            "load value=3e38 10100000000",
                            "load value=0.0 10300000000",
                            "idle value=1.0E39 10100000000");
            assertThat(rig.output(rig.topics.rejected()).stream()
                            .map(record -> Rejection.read(record.headers()).reason() + " " + text(record)))
                    .containsExactly(
                            "type-mismatch jobs value=5,weir:change=true 10100000000",
                            "type-mismatch jobs value=5,weir:change=false 10100000000",
                            "not-an-array bins value=5,weir:change=true 10100000000",
                            "type-overflow load value=1e39,weir:change=true 10100000000",
                            "type-overflow load value=3e38,weir:change=true 10200000000");
        }
    }

    @Test
    void thePlaceOfAWrongElementIsTold() {
        try (TopologyRig rig = new TopologyRig(RuleLoader.parse("rules.yaml", """
                version: 1
                types: [{name: bins, match: {measurement: h}, field: bins, array: int16, length: 3}]
                """))) {
            rig.batch(10_100, """
                    h bins="[1,-32769,3]" 10100000000
                    h bins="[1,2,3.0]" 10100000000
                    h bins="[1,2;3]" 10100000000
                    h bins="[1,2]" 10100000000
                    h bins=1i 10100000000
                    h bins="[1,2,3]" 10100000000
                    """);
            assertThat(rig.output(rig.topics.rejected()).stream().map(DeclaredTypesTest::told))
                    .containsExactly(
                            "type-overflow -32769,3]\" 10100000000",
                            "type-mismatch 3.0]\" 10100000000",
                            "not-an-array ;3]\" 10100000000",
                            "array-length \"[1,2]\" 10100000000",
                            "not-an-array 1i 10100000000");
            assertThat(rig.lines(rig.topics.storage())).containsExactly("h bins=\"[1,2,3]\" 10100000000");
        }
    }

    /** The reason, and the line from the place for which it was refused. */
    private static String told(TestRecord<byte[], byte[]> record) {
        Rejection rejection = Rejection.read(record.headers());
        return rejection.reason() + " " + text(record).substring(rejection.at());
    }

    private static String text(TestRecord<byte[], byte[]> record) {
        return new String(record.value(), UTF_8);
    }

    private static String rules() {
        return "version: 1\ntypes:\n"
                + TYPES.stream()
                        .map(type -> type.name().toLowerCase(Locale.ROOT))
                        .map(type -> """
                                  - {name: %1$s, match: {measurement: m}, field: %1$s, type: %1$s}
                                  - {name: %1$s-array, match: {measurement: m}, field: %1$s_array, array: %1$s}
                                """.formatted(type))
                        .collect(Collectors.joining());
    }

    private static Case random(int number, Random random) {
        ScalarType type = TYPES.get(random.nextInt(TYPES.size()));
        String field = type.name().toLowerCase(Locale.ROOT);
        boolean isArray = random.nextBoolean();
        List<Value> values = IntStream.range(0, isArray ? random.nextInt(4) : 1)
                .mapToObj(each -> Value.random(random))
                .toList();
        String spelled = isArray
                ? values.stream().map(Value::element).collect(Collectors.joining(",", "\"[", "]\""))
                : values.get(0).spelled();
        String reason = values.stream()
                .map(value -> isArray ? value.asElement(type) : value.as(type))
                .filter(refused -> !refused.isEmpty())
                .findFirst()
                .orElse("");
        return new Case(
                "m,n=%d %s=%s 10000000000".formatted(number, isArray ? field + "_array" : field, spelled), reason);
    }

    /** The oracle: what a value is, as a number without limits. */
    private sealed interface Value {
        String spelled();

        String element();

        String as(ScalarType type);

        String asElement(ScalarType type);

        static Value random(Random random) {
            return switch (random.nextInt(8)) {
                case 0 -> new Other(ScalarType.BOOLEAN, "true", "true");
                case 1 -> new Other(ScalarType.TEXT, "\"a,b\"", "\\\"a,b\\\"");
                case 2 ->
                    new Real(BigDecimal.valueOf(random.nextGaussian()).scaleByPowerOfTen(random.nextInt(80) - 40));
                case 3 ->
                    new Real(new BigDecimal(Float.MAX_VALUE)
                            .multiply(BigDecimal.valueOf(1 + (random.nextInt(5) - 2) * 1e-9)));
                default -> {
                    BigInteger limit = BigInteger.ONE.shiftLeft(
                            List.of(0, 7, 8, 15, 16, 31, 32, 63, 64).get(random.nextInt(9)));
                    BigInteger near = limit.add(BigInteger.valueOf(random.nextInt(5) - 2));
                    BigInteger signed = random.nextInt(3) == 0 ? near.negate() : near;
                    boolean fits = signed.bitLength() < 64 || (signed.signum() > 0 && signed.bitLength() == 64);
                    yield new Whole(fits ? signed : BigInteger.ONE, random.nextBoolean());
                }
            };
        }

        private static String outside(BigInteger value, ScalarType type) {
            boolean isSigned = type.name().startsWith("INT");
            int bits = Integer.parseInt(type.name().replaceAll("[A-Z]", ""));
            BigInteger least = isSigned ? BigInteger.ONE.shiftLeft(bits - 1).negate() : BigInteger.ZERO;
            BigInteger beyond = BigInteger.ONE.shiftLeft(isSigned ? bits - 1 : bits);
            return value.compareTo(least) >= 0 && value.compareTo(beyond) < 0 ? "" : "type-overflow";
        }

        private static boolean isInteger(ScalarType type) {
            return type.name().contains("INT");
        }

        private static boolean isFloat(ScalarType type) {
            return type.name().startsWith("FLOAT");
        }
    }

    private record Whole(BigInteger value, boolean prefersUnsigned) implements Value {
        @Override
        public String spelled() {
            boolean isUnsigned = value.signum() >= 0 && (prefersUnsigned || value.bitLength() == 64);
            return value + (isUnsigned ? "u" : "i");
        }

        @Override
        public String element() {
            return value.toString();
        }

        @Override
        public String as(ScalarType type) {
            return Value.isInteger(type) ? Value.outside(value, type) : "type-mismatch";
        }

        @Override
        public String asElement(ScalarType type) {
            return Value.isFloat(type) ? "" : as(type);
        }
    }

    private record Real(BigDecimal value) implements Value {
        @Override
        public String spelled() {
            return value.toString();
        }

        @Override
        public String element() {
            return spelled() + (value.scale() <= 0 && !spelled().contains("E") ? ".0" : "");
        }

        @Override
        public String as(ScalarType type) {
            if (!Value.isFloat(type)) {
                return "type-mismatch";
            }
            boolean isBeyond = type == ScalarType.FLOAT32 && Float.isInfinite((float) value.doubleValue());
            return isBeyond ? "type-overflow" : "";
        }

        @Override
        public String asElement(ScalarType type) {
            return as(type);
        }
    }

    private record Other(ScalarType is, String spelled, String element) implements Value {
        @Override
        public String as(ScalarType type) {
            return type == is ? "" : "type-mismatch";
        }

        @Override
        public String asElement(ScalarType type) {
            return as(type);
        }
    }
}
