package io.weir.contract.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class YamlSectionTest {
    enum Mode {
        CHANGE,
        DEAD_BAND
    }

    record Limits(int low, int high) {
        Limits {
            if (low > high) {
                throw new Refusal("high", "must be above low", "");
            }
        }

        static Limits read(YamlSection section) {
            return new Limits(
                    section.integer("low", 0, 9, "lowest").required(),
                    section.integer("high", 0, 9, "highest").or(9));
        }
    }

    private static <T> T read(String text, Function<YamlSection, T> reader) {
        return YamlSource.text("a.yaml", text).read(reader);
    }

    private static void refuses(String text, Function<YamlSection, ?> reader, String... mistakes) {
        assertThatThrownBy(() -> read(text, reader))
                .isInstanceOf(MistakesException.class)
                .hasMessage(String.join("\n", mistakes));
    }

    private static void reads(String text, Object expected, Function<YamlSection, ?> reader) {
        Object value = read(text, reader);
        assertThat(value).as(text).isEqualTo(expected);
    }

    @Test
    void readsEachKind() {
        reads("a: '5'", "5", s -> s.text("a", "").required());
        reads("a: no", "no", s -> s.text("a", "").required());
        reads("a: 65_535", 65535, s -> s.integer("a", 1, 65535, "").required());
        reads("a: -9", -9L, s -> s.longInteger("a", -9, 9, "").required());
        reads("a: -1.5e3", -1500.0, s -> s.number("a", "").required());
        reads("a: true", true, s -> s.flag("a", "").or(false));
        reads("a: 5m", Duration.ofMinutes(5), s -> s.duration("a", Duration.ZERO, "")
                .required());
        reads("a: dead-band", Mode.DEAD_BAND, s -> s.choice("a", Mode.class, "").required());
        reads("a: [change]", List.of(Mode.CHANGE), s -> s.choices("a", Mode.class, "")
                .required());
        reads("a: [x, 'y z', 3]", List.of("x", "y z", "3"), s -> s.texts("a", "")
                .required());
        reads("a: {c: 1, b: x}", Map.of("b", "x", "c", "1"), s -> s.entries("a", v -> v, "")
                .required());
        reads(
                "a: {b: {c: 1}}",
                "1",
                s -> s.section("a").section("b").text("c", "").required());
        reads(
                "a: [{low: 1}, {low: 2, high: 3}]",
                List.of(new Limits(1, 9), new Limits(2, 3)),
                s -> s.sections("a", Limits::read, ""));
    }

    @Test
    void fallsBackWhenKeysAreLeftOut() {
        reads("# nothing\n", 7, s -> s.integer("a", 0, 9, "").or(7));
        reads("", Optional.empty(), s -> s.text("a", "").optional());
        reads("---\n", true, s -> s.section("b").flag("a", "").or(true));
        reads("a:\n# - {low: 1}\n", List.of(), s -> s.sections("a", Limits::read, ""));
        reads("a: {low: 2}", Optional.of(new Limits(2, 9)), s -> s.nested("a", new Limits(0, 0), Limits::read, "")
                .optional());
    }

    @Test
    void refusesWrongValuesWithPlaceAndMeaning() {
        refuses(
                "\na: x",
                s -> s.integer("a", 1, 9, "").or(1),
                "a.yaml:2: a: must be a whole number from 1 to 9, was \"x\"");
        refuses(
                "a: 10",
                s -> s.integer("a", 1, 9, "").or(1),
                "a.yaml:1: a: must be a whole number from 1 to 9, was \"10\"");
        refuses("a: 1d", s -> s.number("a", "").or(1.0), "a.yaml:1: a: must be a number, was \"1d\"");
        refuses("a: NaN", s -> s.number("a", "").or(1.0), "a.yaml:1: a: must be a number, was \"NaN\"");
        refuses(
                "a: on",
                s -> s.flag("a", "").or(true),
                "a.yaml:1: a: must be true or false, was \"on\"; did you mean true?");
        refuses(
                "a: 10",
                s -> s.duration("a", Duration.ZERO, "").required(),
                "a.yaml:1: a: must be a duration, was \"10\"; did you mean 10s?");
        refuses(
                "a: 0s",
                s -> s.duration("a", Duration.ofSeconds(1), "").required(),
                "a.yaml:1: a: must be a duration of at least 1s, was \"0s\"");
        refuses(
                "a: chnage",
                s -> s.choice("a", Mode.class, "").required(),
                "a.yaml:1: a: must be one of change, dead-band, was \"chnage\"; did you mean \"change\"?");
        refuses("a: x", s -> s.texts("a", "").required(), "a.yaml:1: a: must be a list, was \"x\"; did you mean [x]?");
        refuses(
                "a:",
                s -> s.texts("a", "").required(),
                "a.yaml:1: a: must be a list, was nothing; an empty list is []");
        refuses(
                "a:",
                s -> s.text("a", "").or(""),
                "a.yaml:1: a: must be a text, was empty; write a value or leave the key out");
        refuses("a: [1]", s -> s.text("a", "").or(""), "a.yaml:1: a: must be a text, was a list");
        refuses(
                "a: 1",
                s -> s.section("a").text("b", "").required(),
                "a.yaml:1: a: must be a mapping of keys to values, was \"1\"");
        refuses(
                "\"b\\nb\": 1\n" + "c".repeat(99) + ": 1",
                s -> s.text("a", "").or(""),
                "a.yaml:1: b\uFFFDb: is not a known key; known: a",
                "a.yaml:2: " + "c".repeat(60) + "…: is not a known key; known: a");
        refuses(
                "b: 1",
                s -> s.text("a", "").required(),
                "a.yaml: a: is missing; write a text",
                "a.yaml:1: b: is not a known key; did you mean \"a\"?");
    }

    @Test
    void reportsAllMistakesOfAListAtOnce() {
        refuses(
                "a:\n  - {low: 3, high: 2}\n  - {low: x, high: y}\n  - {hihg: 1, low: 1}\n  - 7\n",
                s -> s.sections("a", Limits::read, ""),
                "a.yaml:2: a[0].high: must be above low",
                "a.yaml:3: a[1].low: must be a whole number from 0 to 9, was \"x\"",
                "a.yaml:3: a[1].high: must be a whole number from 0 to 9, was \"y\"",
                "a.yaml:4: a[2].hihg: is not a known key; did you mean \"high\"?",
                "a.yaml:5: a[3]: must be a mapping of keys to values, was \"7\"");
    }

    @Test
    void reportsIllegalArgumentsExceptOfStandIns() {
        Function<YamlSection, String> reader = s -> {
            throw new IllegalArgumentException(
                    "is odd " + s.integer("b", 0, 9, "").required());
        };
        refuses("\na: {b: 3}", s -> s.nested("a", "", reader, "").required(), "a.yaml:2: a: is odd 3");
        refuses(
                "a: {b: x}",
                s -> s.nested("a", "", reader, "").required(),
                "a.yaml:1: a.b: must be a whole number from 0 to 9, was \"x\"");
    }

    @Test
    void declaresTheKeysThatAreRead() {
        List<Declaration> declarations = YamlSource.text("", "list: [{low: 1}, {low: 2}]")
                .withEnvironment("WEIR_X", Map.of())
                .read(s -> {
                    s.section("udp").integer("port", 1, 9, "where").or(7);
                    s.sections("list", Limits::read, "many");
                    s.entries("properties", v -> v, "free").optional();
                    return List.copyOf(s.declarations());
                });

        Shape digit = new Shape.Whole(0, 9);
        assertThat(declarations)
                .containsExactly(
                        new Declaration(
                                "udp.port",
                                "a whole number from 1 to 9",
                                "7",
                                "WEIR_X_UDP_PORT",
                                "where",
                                new Shape.Whole(1, 9)),
                        new Declaration(
                                "list", "a list of mappings", "[]", "WEIR_X_LIST", "many", new Shape.Sections()),
                        new Declaration("list[].low", "a whole number from 0 to 9", "required", "", "lowest", digit),
                        new Declaration("list[].high", "a whole number from 0 to 9", "9", "", "highest", digit),
                        new Declaration(
                                "properties",
                                "a mapping with free keys",
                                "optional",
                                "WEIR_X_PROPERTIES_*",
                                "free",
                                new Shape.Entries(new Shape.Text())));
    }

    @Test
    void declaresTheKeysOfAbsentSections() {
        Collection<Declaration> declarations = YamlSource.declarations(s -> {
            s.sections("list", Limits::read, "many");
            s.named("named", (name, each) -> limitsOrText(each), "");
            s.section("udp").integer("port", 1, 9, "where").or(7);
        });

        assertThat(declarations)
                .extracting(Declaration::path)
                .containsExactly(
                        "list",
                        "list[].low",
                        "list[].high",
                        "named",
                        "named.*.limits",
                        "named.*.limits.low",
                        "named.*.limits.high",
                        "udp.port");
    }

    private static Optional<Limits> limitsOrText(YamlSection section) {
        Limits none = new Limits(0, 0);
        return section.textOrNested("limits", none, text -> none, Limits::read, "")
                .optional();
    }
}
