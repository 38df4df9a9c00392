package io.weir.contract.rule.alarm;

import io.weir.contract.alarm.Severity;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.expression.Expression;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.HiddenNames;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.RuleNames;
import io.weir.contract.rule.match.Tables;
import io.weir.contract.rule.metric.Derivation;
import io.weir.contract.rule.metric.FieldFunction;
import io.weir.contract.rule.metric.FieldFunctionReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads rules of {@code alarms}. */
public final class AlarmReader {
    /** Reserved for Weir's own alarms, so that an action can never be about an action. */
    private static final String OWN = "weir-";

    private static final Level NO_LEVEL = Limit.above(0, 0);
    private static final Expression NOTHING = Expression.of("0");
    private static final Recurrence NEVER = new Recurrence(2, Duration.ofSeconds(1));

    private final RuleNames names;
    private final AbsenceReader absences;
    private final AlarmReferences references = new AlarmReferences();

    public AlarmReader(RuleNames names, Tables tables) {
        this.names = names;
        this.absences = new AbsenceReader(tables);
    }

    /** Call it when all rules are read. */
    public AlarmReferences references() {
        return references;
    }

    public RaisesAlarms read(YamlSection section) {
        String name = name(names, section);
        references.named(name);
        Handling handling = Handling.read(section);
        handling.maskedBy().ifPresent(masks -> references.masks(name, masks, section));
        Optional<CompositeRule> composite = CompositeReader.read(name, section, handling, references);
        if (composite.isPresent()) {
            return composite.get();
        }
        Match match = names.matchOfSome(section);
        Optional<String> field = section.text("field", "field to evaluate").optional();
        Optional<FieldFunction> function = FieldFunctionReader.read(section);
        Optional<Expression> expression = section.value(
                        "expression",
                        NOTHING,
                        Expression::of,
                        "expression over the fields of a line, evaluated instead of a field")
                .optional();
        var path =
                section.texts("path", "tags whose values make the alarm's id").or(List.of());
        Optional<AlarmPeers> peers = AlarmPeersReader.read(section);
        Severity severity = section.choice("severity", Severity.class, "severity of an alarm on mad or absence")
                .or(Severity.MAJOR);
        Supplier<Levels> levels = levels(section, peers, severity);
        Optional<AbsenceRule> absence = absences.read(name, match, severity, handling, section);
        if (absence.isPresent()) {
            return absence.get();
        }
        requireJudged(section);
        Optional<Derivation> derivation = expression
                .<Derivation>map(Derivation.FromLine::new)
                .or(() -> function.map(each -> new Derivation.FromField(Fields.named(field.orElse("")), each)));
        String judged = expression.map(Expression::toString).or(() -> field).orElse("");
        String compared = derivation.isPresent() ? HiddenNames.of(name) : judged;
        Optional<GroupRule> comparison = peers.map(each -> each.rule(name, match, compared, HiddenNames.of(name)));
        return new AlarmRule(name, match, judged, derivation, comparison, path, levels.get(), handling);
    }

    /** The name of a rule that raises alarms. */
    static String name(RuleNames names, YamlSection section) {
        String name = names.name(section);
        if (name.startsWith(OWN)) {
            section.refuse("name", "begins with " + OWN + ", as only alarms about Weir itself do", "choose another");
        }
        return name;
    }

    private static void requireJudged(YamlSection section) {
        if (section.has("expression") && (section.has("function") || section.has("field"))) {
            throw new Refusal(
                    "expression",
                    "cannot be combined with field or function",
                    "an expression names the fields it reads");
        }
        if (!section.has("expression") && !section.has("field")) {
            section.refuse("field", "is missing", "write the field to evaluate, or an expression over several");
        }
    }

    /** Reads all levels. Their consistency is checked only when the supplier is called. */
    private static Supplier<Levels> levels(YamlSection section, Optional<AlarmPeers> peers, Severity severity) {
        var minor = level(section, "minor", "less severe level");
        var major = level(section, "major", "more severe level");
        var invalid = level(section, "invalid", "level at which the value cannot be trusted");
        var forAtLeast = section.duration(
                        "for", Duration.ZERO, "time for which a level is exceeded before the alarm is raised")
                .or(Duration.ZERO);
        var clearFor = section.duration(
                        "clear-for", Duration.ZERO, "time for which values are clear before the alarm clears")
                .or(Duration.ZERO);
        var times = section.nested(
                        "times", NEVER, AlarmReader::times, "number of values beyond a level that raises the alarm")
                .optional();
        Optional<Level> far = peers.flatMap(AlarmPeers::far);
        if (!section.has("absent")) {
            AlarmPeersReader.requireOneOfBoth(section, far.isPresent(), severity);
        }
        if (far.isPresent()) {
            return () -> new Levels(
                    far.filter(level -> severity == Severity.MINOR),
                    far.filter(level -> severity == Severity.MAJOR),
                    far.filter(level -> severity == Severity.INVALID),
                    forAtLeast,
                    clearFor,
                    times);
        }
        return () -> {
            if (peers.isPresent() && Stream.of(minor, major, invalid).allMatch(Optional::isEmpty)) {
                throw new Refusal("peers", "has no threshold", "add mad: 6 to it, or levels to the rule");
            }
            return new Levels(minor, major, invalid, forAtLeast, clearFor, times);
        };
    }

    private static Optional<Level> level(YamlSection section, String key, String about) {
        return section.nested(key, NO_LEVEL, LevelReader::read, about).optional();
    }

    private static Recurrence times(YamlSection section) {
        int times = section.integer("n", 2, Recurrence.MOST, "number of values").required();
        return new Recurrence(times, Recurrence.within(section));
    }
}
