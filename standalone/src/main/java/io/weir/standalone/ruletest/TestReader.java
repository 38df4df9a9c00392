package io.weir.standalone.ruletest;

import io.weir.contract.config.Durations;
import io.weir.contract.config.YamlSection;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the keys of a test file, except its expectations. */
final class TestReader {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** A restart costs time for each second of virtual time before it. */
    private static final int MOST_RESTARTS = 100;

    /** The limit for all tests of a file together. */
    private static final int MOST_VALUES = 2_000_000;

    private final String rules;
    private final List<RuleTest> tests;

    /** Collects mistakes in the section. */
    TestReader(YamlSection root) {
        rules = root.text("rules", "the rule file, from where this file is").required();
        tests = root.sections("tests", TestReader::test, "the tests");
        if (!root.has("tests")) {
            root.refuse("tests", "is missing", "write a list of tests");
        }
    }

    String rules() {
        return rules;
    }

    List<RuleTest> tests() {
        return tests;
    }

    private static RuleTest test(YamlSection section) {
        String name = section.text("name", "name of the test").required();
        Duration interval = section.duration("interval", Duration.ofMillis(1), "time between two values of a series")
                .or(SECOND);
        List<TestLines.FieldValues> inputs = section.sections("input", TestReader::input, "series, value after value");
        List<TestLines.FieldValues> history = section.sections(
                "history", TestReader::input, "series in the store, value after value, for late rules");
        List<TimedLine> lines = section.longValue(
                        "lines", List.<TimedLine>of(), TimedLine::parse, "lines, each after its second")
                .or(List.of());
        NavigableMap<Duration, SortedMap<String, String>> states = new TreeMap<>();
        section.sections("state", StateStep::read, "state of the farm over time")
                .forEach(step -> {
                    if (states.put(step.at(), step.values()) != null) {
                        section.refuse("state", "has two entries for the same time", "keep one of them");
                    }
                });
        Set<Duration> restarts = restarts(section);
        List<TestCommand> commands = section.sections("commands", TestCommand::read, "commands of operators");
        List<Expectation> expectations = section.sections("expect", ExpectationReader::read, "the expected output");
        if (!section.has("expect")) {
            section.refuse("expect", "is missing", "a test that expects nothing cannot fail");
        }
        TestLines sent = new TestLines();
        sent.add(inputs, interval.toMillis());
        lines.forEach(sent::add);
        RuleTest test = new RuleTest(
                name,
                section.line(),
                sent.batches(),
                sent.lastStamp(),
                StoredHistory.of(history, interval),
                states,
                restarts,
                commands,
                expectations);
        test.requireShort();
        return test;
    }

    private static TestLines.FieldValues input(YamlSection section) {
        TestLines.FieldValues input = new TestLines.FieldValues(
                section.value("series", "", SeriesText::canonical, "measurement and tags, as in line protocol")
                        .required(),
                section.text("field", "field of these values").or("value"),
                section.longValue(
                                "values",
                                List.<Optional<String>>of(),
                                CompactValues::expand,
                                "values in order, such as 0+5x10 _ 7")
                        .required());
        section.spend("values", input.values().size(), MOST_VALUES);
        return input;
    }

    private static Set<Duration> restarts(YamlSection section) {
        Set<Duration> restarts = section.oneOrMore(
                        "restart-at", Durations::parse, Set::copyOf, "when Weir restarts with its saved state")
                .or(Set.of());
        if (restarts.size() > MOST_RESTARTS) {
            section.refuse(
                    "restart-at",
                    "has " + restarts.size() + " times, more than " + MOST_RESTARTS,
                    "split it into several tests");
            return Set.of();
        }
        return restarts;
    }
}
