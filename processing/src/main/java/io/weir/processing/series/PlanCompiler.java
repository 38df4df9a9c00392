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
        return new SeriesPlan(output(series, notStored), aggregates);
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
        OutputPlan output = output(series.withMeasurement(rule.output(series.measurement())), List.of());
        return new AggregatePlan(identity(rule), WindowSpec.of(rule), fields, rule.functions(), resultKeys, output);
    }

    private OutputPlan output(Series series, List<byte[]> notStored) {
        Set<Feed> to = rules.route().stream()
                .filter(rule -> rule.match().test(series))
                .findFirst()
                .map(RouteRule::to)
                .orElse(RouteRule.DEFAULT);
        boolean alarming = rules.alarms().stream().map(AlarmRule::match).anyMatch(match -> match.test(series));
        List<Suppression> suppressions = rules.suppress().stream()
                .filter(rule -> rule.match().test(series))
                .map(PlanCompiler::suppression)
                .toList();
        return new OutputPlan(
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
        byte[] text = (rule.name() + '\n' + rule.window() + '\n' + rule.grace() + '\n' + rule.fields()).getBytes(UTF_8);
        return SeriesHash.of(text, 0, text.length);
    }
}
