package io.weir.processing.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.FieldKey;
import io.weir.contract.line.Series;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.AggregateRule;
import io.weir.contract.rule.AlarmRule;
import io.weir.contract.rule.EnrichRule;
import io.weir.contract.rule.Feed;
import io.weir.contract.rule.RouteRule;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.SuppressRule;
import io.weir.processing.repeat.LastValues;
import io.weir.processing.window.WindowSpec;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the rule file into the plan of a series: which rules apply is decided here, once per series, and never again per
 * metric. Immutable, may be shared by threads.
 *
 * <p>Order: enrichment rules one after the other, each seeing what those before it added; then aggregation, routing and
 * suppression see the enriched series. Every matching aggregation applies; of the routes the first match; of the suppression
 * rules the first match per field.
 */
public final class PlanCompiler {

    private final RuleFile rules;

    /** A compiler for one version of the rules. */
    public PlanCompiler(RuleFile rules) {
        this.rules = rules;
    }

    /** The version of the rules. */
    public String version() {
        return rules.version();
    }

    /** The plan of the series that is spelled by these canonical bytes. */
    public SeriesPlan compile(byte[] canonical) {
        Series series = enrich(Series.parse(canonical));
        List<AggregateRule> matching = rules.aggregate().stream()
                .filter(rule -> rule.match().test(series))
                .toList();
        List<byte[]> notStored = matching.stream()
                .filter(rule -> !rule.keepRaw())
                .flatMap(rule -> rule.fields().stream())
                .distinct()
                .map(FieldKey::spelled)
                .toList();
        List<AggregatePlan> aggregates =
                matching.stream().map(rule -> aggregate(rule, series)).toList();
        return new SeriesPlan(rules.version(), output("", series, notStored), aggregates);
    }

    private Series enrich(Series series) {
        Series enriched = series;
        for (EnrichRule rule : rules.enrich()) {
            if (rule.match().test(enriched)) {
                enriched = enriched.withTags(rule.set());
            }
        }
        return enriched;
    }

    private AggregatePlan aggregate(AggregateRule rule, Series series) {
        List<byte[]> fields = rule.fields().stream().map(FieldKey::spelled).toList();
        List<byte[]> resultKeys = rule.fields().stream()
                .flatMap(field -> rule.functions().stream().map(of -> FieldKey.spelled(field + "_" + of.spelling())))
                .toList();
        Series result = series.withMeasurement(rule.output(series.measurement()));
        OutputPlan output = output(rule.name(), result, List.of());
        return new AggregatePlan(identity(rule), WindowSpec.of(rule), fields, rule.functions(), resultKeys, output);
    }

    /** @param aggregation the rule that makes it; empty for the raw series */
    private OutputPlan output(String aggregation, Series series, List<byte[]> notStored) {
        Set<Feed> to = rules.route().stream()
                .filter(rule -> rule.match().test(series))
                .findFirst()
                .map(RouteRule::to)
                .orElse(RouteRule.DEFAULT);
        boolean alarming = rules.alarms().stream().map(AlarmRule::match).anyMatch(match -> match.test(series));
        List<SuppressRule> suppress = rules.suppress().stream()
                .filter(rule -> rule.match().test(series))
                .toList();
        List<Suppression> suppressions =
                suppress.stream().map(PlanCompiler::suppression).toList();
        return new OutputPlan(
                memory(aggregation, series, notStored, suppress),
                series.canonical(),
                to.contains(Feed.STORAGE),
                to.contains(Feed.LIVE),
                alarming,
                notStored,
                suppressions);
    }

    private static Suppression suppression(SuppressRule rule) {
        byte @Nullable [] field = rule.field().equals(SuppressRule.ALL_FIELDS) ? null : FieldKey.spelled(rule.field());
        return new Suppression(field, rule.heartbeat().map(Duration::toNanos).orElse(LastValues.NO_HEARTBEAT));
    }

    /** A rule whose windows or fields were edited must not read the state of its former self. */
    private static long identity(AggregateRule rule) {
        return hash(rule.name() + '\n' + rule.window() + '\n' + rule.grace() + '\n' + rule.fields());
    }

    /**
     * What was stored last is remembered as long as the same fields are suppressed on their way to the same stored series:
     * a value that was let through unnoticed in between, or under another name, must not count.
     */
    private static long memory(String aggregation, Series series, List<byte[]> notStored, List<SuppressRule> suppress) {
        StringBuilder text = new StringBuilder(aggregation).append('\n').append(new String(series.canonical(), UTF_8));
        notStored.forEach(field -> text.append('\n').append(new String(field, UTF_8)));
        suppress.forEach(
                rule -> text.append('\n').append(rule.name()).append(' ').append(rule.field()));
        return hash(text.toString());
    }

    private static long hash(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return SeriesHash.of(bytes, 0, bytes.length);
    }
}
