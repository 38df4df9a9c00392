package io.weir.standalone.ruletest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs texts as test files, with rules for all tests of this package. */
final class RuleTestRun {
    private static final String RULES = """
            version: 1
            aggregate:
              - {name: cpu-1s, match: {measurement: cpu}, fields: [value], functions: [mean, count], window: 1s, grace: 2s}
              - {name: load-2s, match: {measurement: load}, by: [rack], fields: [value], functions: [sum], of: samples, window: 2s, grace: 0s}
            suppress:
              - {name: status, match: {measurement: link}, field: status, mode: change, heartbeat: 10s}
            route:
              - {match: {measurement: temp}, to: [live]}
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, minor: {above: 80, clear: 75}, major: {above: 90}, for: 2s}
            """;

    private final Path directory;

    /** Writes the rules into a folder. */
    RuleTestRun(Path directory) throws IOException {
        this.directory = directory;
        replace(RULES);
    }

    /** Replaces the rules. */
    void replace(String text) throws IOException {
        Files.writeString(directory.resolve("rules.yaml"), text);
    }

    /** The report on these tests. */
    String run(String tests) throws IOException {
        return report(
                Files.writeString(directory.resolve("tests.yaml"), "rules: rules.yaml\ntests:\n" + tests.indent(2)));
    }

    /** The report on this file. */
    String report(Path file) {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        RulesTest.run(List.of(file), new PrintStream(told, true, UTF_8));
        return told.toString(UTF_8).replace(directory + "/", "");
    }
}
