package io.weir.contract.rule;

import io.weir.contract.yaml.Nearest;
import io.weir.contract.yaml.Refusal;
import io.weir.contract.yaml.YamlSection;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads one rule file's sections into records: its keys, defaults and names. What a record knows of itself, it checks. */
final class RuleReader {
    private static final Duration NO_TIME = Duration.ZERO;
    private static final Duration ONE_MILLISECOND = Duration.ofMillis(1);

    private static final Level NO_LEVEL = new Level(Level.Direction.ABOVE, 0, 0);

    private final YamlSection root;
    private final Map<String, Match> selectors = new TreeMap<>();
    private final Map<String, Integer> lineByName = new HashMap<>();
    private final Map<String, Integer> lineByOutput = new HashMap<>();

    RuleReader(YamlSection root) {
        this.root = root;
    }

    RuleFile read(String version) {
        root.value("version", 1, RuleReader::format, "the format of this file, which is 1")
                .required();
        root.notYet("derive", "correlate", "storage");
        root.named("selectors", this::selector, "matches with a name, to be used in rules");
        return new RuleFile(
                version,
                root.sections("enrich", this::enrich, "tags to set"),
                root.sections("aggregate", this::aggregate, "functions over windows"),
                root.sections("route", this::route, "where lines go; the first rule that matches decides"),
                root.sections("suppress", this::suppress, "repetitions kept out of the store"),
                root.sections("alarms", this::alarm, "conditions that raise alarms"));
    }

    private EnrichRule enrich(YamlSection section) {
        section.notYet("lookup");
        var set = section.entries("set", text -> text, "the tags to set, value by key");
        return new EnrichRule(
                name(section), match(section), section.has("lookup") ? set.or(new TreeMap<>()) : set.required());
    }

    private AggregateRule aggregate(YamlSection section) {
        section.notYet("by");
        AggregateRule rule = new AggregateRule(
                name(section),
                match(section),
                section.texts("fields", "numeric fields").required(),
                section.choices("functions", AggregateFunction.class, "what to compute")
                        .required(),
                section.duration("window", ONE_MILLISECOND, "length of a window")
                        .required(),
                section.duration("grace", NO_TIME, "how long a window waits for late metrics")
                        .or(AggregateRule.DEFAULT_GRACE),
                section.text("as", "measurement of the result").or(AggregateRule.DEFAULT_AS),
                section.flag("keep-raw", "store the raw values too").or(false));
        String measurement = rule.match().measurement().pattern();
        Integer other = lineByOutput.putIfAbsent(rule.match() + " " + rule.output(measurement), section.line());
        if (other != null) {
            section.refuse(
                    "as",
                    "gives the same measurement as the rule in line " + other
                            + ", so each would overwrite the other's points",
                    "make one rule of both, or name this one's output with as");
        }
        return rule;
    }

    private RouteRule route(YamlSection section) {
        List<Feed> to = section.choices("to", Feed.class, "feeds").required();
        Set<Feed> feeds = EnumSet.noneOf(Feed.class);
        feeds.addAll(to);
        return new RouteRule(match(section), feeds);
    }

    private SuppressRule suppress(YamlSection section) {
        section.notYet("absolute", "relative");
        return new SuppressRule(
                name(section),
                match(section),
                section.text("field", "a field, or * for all").or(SuppressRule.ALL_FIELDS),
                section.value("mode", SuppressMode.CHANGE, RuleReader::mode, "when a value is stored again")
                        .required(),
                section.duration("heartbeat", ONE_MILLISECOND, "how long a value is held back at most")
                        .optional());
    }

    private AlarmRule alarm(YamlSection section) {
        section.notYet("absent", "peers", "by", "expected", "severity", "clear-for");
        var field = section.text("field", "the numeric field that is judged");
        boolean isThreshold = !section.has("absent") && !section.has("peers");
        return new AlarmRule(
                name(section),
                match(section),
                isThreshold ? field.required() : field.or(""),
                section.texts("path", "tags whose values make the alarm's id").or(List.of()),
                section.nested("minor", NO_LEVEL, RuleReader::level, "less severe level")
                        .optional(),
                section.nested("major", NO_LEVEL, RuleReader::level, "more severe level")
                        .optional(),
                section.duration("for", NO_TIME, "how long a level must be held")
                        .or(NO_TIME),
                section.value("message", AlarmRule.DEFAULT_MESSAGE, MessageTemplate::of, "what the operator reads")
                        .or(AlarmRule.DEFAULT_MESSAGE),
                section.text("guidance", "where the operator reads what to do").or(""));
    }

    private static Level level(YamlSection section) {
        var above = section.number("above", "raised by values above it").optional();
        var below = section.number("below", "raised by values below it").optional();
        var clear = section.number("clear", "cleared by values back at it").optional();
        if (section.has("above") == section.has("below")) {
            throw new Refusal("must have one of above and below", "such as {above: 95, clear: 90}");
        }
        Level.Direction direction = section.has("above") ? Level.Direction.ABOVE : Level.Direction.BELOW;
        double threshold = above.or(() -> below).orElse(0.0);
        return new Level(direction, threshold, clear.orElse(threshold));
    }

    private Match selector(String name, YamlSection section) {
        // Known even if it is wrong, so that rules that use it are not blamed as well.
        selectors.put(name, Match.ALL);
        Match match = matchOf(section);
        selectors.put(Spelling.requireName("", name), match);
        return match;
    }

    private Match match(YamlSection section) {
        return section.isText("match")
                ? section.value("match", Match.ALL, this::selected, "a selector's name")
                        .required()
                : section.nested("match", Match.ALL, RuleReader::matchOf, "which series")
                        .required();
    }

    private Match selected(String name) {
        Match match = selectors.get(name);
        if (match == null) {
            throw new Refusal(
                    "no selector is named " + Refusal.quote(name),
                    selectors.isEmpty() ? "write {measurement: …}" : Nearest.suggestion(name, selectors.keySet()));
        }
        return match;
    }

    private static Match matchOf(YamlSection section) {
        if (!section.has("measurement") && !section.has("tags")) {
            section.refuse("", "says nothing of which series", "{measurement: \"*\"} matches all");
        }
        return new Match(
                section.value("measurement", Glob.ANY, Glob::new, "name or pattern")
                        .or(Glob.ANY),
                section.entries("tags", Glob::new, "tags, value or pattern by key")
                        .or(new TreeMap<>()));
    }

    private String name(YamlSection section) {
        String name = section.value(
                        "name", "", text -> Spelling.requireName("", text), "a-z, 0-9 and -, unique in the file")
                .required();
        Integer other = name.isEmpty() ? null : lineByName.putIfAbsent(name, section.line());
        if (other != null) {
            section.refuse(
                    "name",
                    "is " + Refusal.quote(name) + " like that of the rule in line " + other,
                    "names are unique in a file");
        }
        return name;
    }

    private static int format(String text) {
        if (!text.equals("1")) {
            throw new Refusal(
                    "must be 1, was " + Refusal.quote(text),
                    "this Weir reads format 1; the content's version is computed");
        }
        return 1;
    }

    private static SuppressMode mode(String text) {
        if (text.equals("deadband")) {
            throw new Refusal("\"deadband\" is not supported yet", "use change");
        }
        if (!text.equals("change")) {
            throw new Refusal("must be change, was " + Refusal.quote(text), "");
        }
        return SuppressMode.CHANGE;
    }
}
