package io.weir.contract.rule.aggregate;

import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.HiddenNames;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.RuleNames;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads rules of {@code aggregate}. */
public final class AggregateReader {
    private static final int MOST_RESULTS = 500_000;
    private static final List<String> ONLY_WITH_BY =
            List.of("max-groups", "distinct", "buckets", "histogram", "exponential", "of", "hold", "otherwise");
    private static final List<String> ONLY_WITH_TIME = List.of("every", "grace", "late", "for", "revisions", "repeats");

    private final RuleNames names;
    private final Map<String, Integer> lineByOutput = new HashMap<>();

    public AggregateReader(RuleNames names) {
        this.names = names;
    }

    public Aggregation read(YamlSection section) {
        String name = names.name(section);
        Match match = names.match(section);
        Optional<Histogram> histogram = Histogram.read(section);
        Optional<LineHistogram> ofLine = histogram.flatMap(Histogram::ofLine);
        Fields fields = fields(section, ofLine);
        List<AggregateFunction> spelled = section.values("functions", AggregateFunction::of, "functions to compute")
                .required();
        Optional<Where> where = Where.read(section, spelled);
        List<AggregateFunction> functions = Where.functions(section, "functions", where, spelled);
        AggregateWindow window = window(section);
        Optional<Duration> every = section.duration(
                        "every", Duration.ofMillis(1), "interval between the starts of windows; default: window")
                .optional();
        Duration grace = section.duration("grace", Duration.ZERO, "time that a window waits for late lines")
                .or(window.isOfState() ? Duration.ZERO : AggregateRule.DEFAULT_GRACE);
        String as = section.text("as", "measurement of the result").or(AggregateRule.DEFAULT_AS);
        boolean keepsRaw =
                section.flag("keep-raw", "whether raw values are stored, too").or(false);
        Late late = Late.read(section);
        Optional<List<String>> by = section.texts(
                        "by", "tags whose values make a group of series; default: every series is a group")
                .optional();
        Repeats repeats = GroupReader.repeats(section);
        int maxGroups = GroupReader.maxGroups(section);
        List<String> distinctTags = section.texts("distinct", "tags whose different values a group counts")
                .or(List.of());
        Contribution contribution = Contribution.read(
                section,
                window.isOfState() ? AggregateRule.LONGEST : window.length(),
                functions,
                histogram.map(counters -> SeriesValue.INCREASE),
                ofLine.isEmpty());
        HiddenNames.requireNotHidden("as", as);
        long results = (long) fields.names().map(List::size).orElse(0) * functions.size();
        section.spend("fields of aggregations, each with each of its functions", results, MOST_RESULTS);
        AggregateRule rule = new AggregateRule(
                name,
                match,
                fields,
                functions,
                window,
                every.orElse(window.length()),
                grace,
                as,
                keepsRaw,
                late,
                window.isOfState() ? Repeats.COUNT : repeats,
                where);
        if (by.isEmpty() || window.isOfState()) {
            return ofSeries(rule, section);
        }
        GroupReader.Frame frame =
                new GroupReader.Frame(by.get(), window.length(), rule.every(), grace, maxGroups, repeats);
        return distinct(GroupReader.functions(frame, contribution, distinctTags, histogram, rule), section);
    }

    /** The fields of values; of histograms in arrays, their parts. */
    private static Fields fields(YamlSection section, Optional<LineHistogram> ofLine) {
        LineHistogram.Form form = ofLine.map(LineHistogram::form).orElse(LineHistogram.Form.EXPONENTIAL);
        Fields fields = Fields.in(
                        section, "fields", "fields, by name or pattern; not with exponential, which has its own")
                .or(Fields.named(form.parts().toArray(String[]::new)), "required without exponential or histogram");
        if (ofLine.isEmpty() && !section.has("fields")) {
            section.refuse("fields", "is missing", "write fields, by name or pattern");
        }
        return fields;
    }

    private static AggregateWindow window(YamlSection section) {
        return section.durationOrNested(
                        "window",
                        Duration.ofMillis(1),
                        AggregateWindow::of,
                        AggregateWindow::read,
                        "length of a window, or the farm state that it follows")
                .required();
    }

    private AggregateRule ofSeries(AggregateRule rule, YamlSection section) {
        if (rule.window().isOfState()) {
            refuseKeysOfTime(section);
        }
        if (!section.has("by")) {
            refuseKeysOfGroups(section);
        }
        String measurement = rule.match().measurement().toString();
        requireDistinct(rule.match() + " " + rule.output(measurement), section);
        return rule;
    }

    private static void refuseKeysOfTime(YamlSection section) {
        for (String key : ONLY_WITH_TIME) {
            if (section.has(key)) {
                section.refuse(
                        key,
                        "has no meaning for windows of a state, which take every value until the state changes",
                        "remove it");
            }
        }
        if (section.has("by")) {
            section.refuse(
                    "by",
                    "cannot be combined with windows of a state",
                    "let another rule, with by and a window of time, read the results of this one");
        }
    }

    private static void refuseKeysOfGroups(YamlSection section) {
        for (String key : ONLY_WITH_BY) {
            if (section.has(key)) {
                section.refuse(key, "applies to groups only", "add by with the tags of a group, or remove " + key);
            }
        }
    }

    private GroupRule distinct(GroupRule rule, YamlSection section) {
        Match match = rule.inputs().get(0).match();
        requireDistinct(
                match + " " + rule.by() + rule.output(match.measurement().toString()), section);
        return rule;
    }

    private void requireDistinct(String output, YamlSection section) {
        Integer other = lineByOutput.putIfAbsent(output, section.line());
        if (other != null) {
            section.refuse(
                    "as",
                    "writes the same measurement as the rule in line " + other
                            + ", so each would overwrite the other's points",
                    "merge the rules, or name this one's output with as");
        }
    }
}
