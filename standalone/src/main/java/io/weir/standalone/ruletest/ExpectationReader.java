package io.weir.standalone.ruletest;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.standalone.replay.Output;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Reads one item of {@code expect}. */
final class ExpectationReader {
    private static final Duration NO_TIME = Duration.ZERO;
    private static final String SERIES = "series";
    private static final String ABSENT = "absent";
    private static final String ALARMS = "alarms";
    private static final String ACTIONS = "actions";
    /** The keys that determine the kind of an expectation. */
    private static final List<String> KINDS = List.of(SERIES, ABSENT, "lines", "none", ALARMS, ACTIONS);

    private ExpectationReader() {}

    static Expectation read(YamlSection section) {
        var at = section.duration("at", NO_TIME, "time of the check; left out: the end of the test")
                .optional();
        Output feed =
                section.choice("feed", Output.class, "the output to check").or(Output.STORAGE);
        var series = section.value(SERIES, "", SeriesText::canonical, "series of an expected point")
                .optional();
        var absent = section.value(ABSENT, "", SeriesText::canonical, "series that must have no point")
                .optional();
        var time = section.duration("time", NO_TIME, "timestamp of the point; left out: the latest")
                .optional();
        var fields = section.entries("fields", FieldValue::expected, "values of the point, which may have others too")
                .or(Collections.emptySortedMap());
        var lines = section.longValue("lines", List.<String>of(), ExpectationReader::lines, "all lines of the feed")
                .optional();
        var none = section.flag("none", "the feed must be empty").optional();
        var alarms = section.sections(ALARMS, TransitionReader::read, "all transitions");
        var actions = section.sections(ACTIONS, ActionReader::read, "all actions requested of the control system");
        String kind = kind(section);
        refuseIdle(section, kind, feed, none);
        OutputSelector selector =
                new OutputSelector(section.line(), ofAlarming(kind).orElse(feed), at);
        return switch (kind) {
            case SERIES -> new ExpectedPoint(selector, series.orElse(""), time, fields);
            case ABSENT -> new ExpectedAbsence(selector, absent.orElse(""), time);
            case ALARMS -> new ExpectedAlarms(selector, alarms);
            case ACTIONS -> new ExpectedActions(selector, actions);
            default -> new ExpectedLines(selector, lines.orElse(List.of()));
        };
    }

    private static String kind(YamlSection section) {
        List<String> kinds = KINDS.stream().filter(section::has).toList();
        if (kinds.size() != 1) {
            throw new Refusal(
                    kinds.isEmpty() ? "expects nothing" : "expects " + String.join(" and ", kinds) + " at once",
                    "write one of " + String.join(", ", KINDS));
        }
        return kinds.get(0);
    }

    /** Refuses keys that would have no effect. */
    private static void refuseIdle(YamlSection section, String kind, Output feed, Optional<Boolean> none) {
        if (none.isPresent() && !none.get()) {
            section.refuse("none", "must be true", "or leave it out");
        }
        if (section.has("fields") && !kind.equals(SERIES)) {
            section.refuse("fields", "has no meaning with " + kind, "write series: …");
        }
        if (section.has("time") && !kind.equals(SERIES) && !kind.equals(ABSENT)) {
            section.refuse("time", "has no meaning with " + kind, "set the time of the check with at: …");
        }
        Optional<Output> ofAlarming = ofAlarming(kind);
        if (section.has("feed") && ofAlarming.map(each -> each != feed).orElse(feed.isOfAlarming())) {
            section.refuse("feed", "does not fit " + kind, "use alarms: […] for alarms, and the other keys for feeds");
        }
    }

    /** The output of alarming that the kind implies; empty for kinds about a feed. */
    private static Optional<Output> ofAlarming(String kind) {
        return switch (kind) {
            case ALARMS -> Optional.of(Output.ALARMS);
            case ACTIONS -> Optional.of(Output.ACTIONS);
            default -> Optional.empty();
        };
    }

    private static List<String> lines(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }
}
