package io.weir.processing.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.FarmValue;
import io.weir.contract.line.Series;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.ResultGraph;
import io.weir.contract.rule.ResultRuleFile;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.aggregate.Revision;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.MatchIndex;
import io.weir.contract.rule.metric.ConvertRule;
import io.weir.contract.rule.metric.DeriveRule;
import io.weir.contract.rule.metric.EnrichRule;
import io.weir.contract.rule.metric.Feed;
import io.weir.contract.rule.metric.RouteRule;
import io.weir.contract.rule.metric.SuppressRule;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.TierRules;
import io.weir.contract.rule.type.TypeRule;
import io.weir.processing.aggregate.AggregateRules;
import io.weir.processing.aggregate.WindowClocks;
import io.weir.processing.aggregate.group.GroupIndex;
import io.weir.processing.aggregate.group.GroupKey;
import io.weir.processing.aggregate.group.GroupRules;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.check.TypeRules;
import io.weir.processing.derive.ConvertRules;
import io.weir.processing.derive.DeriveRules;
import io.weir.processing.derive.ValueConversion;
import io.weir.processing.suppress.Suppression;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the rule file into the plan of a series. The plan has the decisions which rules
 * apply to a series, so that none is necessary per metric. Belongs to one task; not thread-safe.
 *
 * <p>Enrichment rules apply first, one after the other; each sees the result of those before it.
 * Types, conversion, derivation, aggregation, routing and suppression then see the enriched series. Every
 * matching derivation and aggregation applies, and the first matching route. For each field, only
 * the first matching rule of each kind applies: type, conversion, suppression. The tiers that processing computes
 * are further aggregations of received series.
 */
public final class PlanCompiler {

    /** Limit of shared group keys. Beyond it, some series have a key of their own. */
    private static final int MOST_GROUP_KEYS = 4096;

    private final RuleFile file;
    private final MatchIndex<EnrichRule> enrich;
    private final MatchIndex<TypeRule> type;
    private final MatchIndex<ConvertRule> convert;
    private final MatchIndex<DeriveRule> derive;
    private final MatchIndex<AggregateRule> aggregate;
    private final TierRules tiers;
    private final MatchIndex<RouteRule> route;
    private final MatchIndex<SuppressRule> suppress;
    private final MatchIndex<Match> watched;
    private final Map<String, TypeRules> types = new HashMap<>();
    private final Map<String, ConvertRules> converts = new HashMap<>();
    private final Map<DeriveRule, DeriveRules> derives = new HashMap<>();

    /** The windows of each rule of {@code aggregate}. */
    private final Map<AggregateRule, List<AggregateRules>> aggregates = new HashMap<>();

    private final GroupIndex groups;

    /** The matches of rules that read results. */
    private final MatchIndex<Match> reading;

    private final boolean isInput;
    private final boolean hasReaders;
    private final ResultGraph graph;
    private final Map<ByteBuffer, GroupKey> groupKeys = new HashMap<>();
    private final Map<OutputRules, OutputRules> outputs = new HashMap<>();
    private final Map<List<?>, SeriesRules> known = new HashMap<>();

    /** Creates a compiler for one version of the rules. */
    public PlanCompiler(RuleFile rules, PlanScope scope) {
        this.graph = ResultGraph.of(rules);
        this.isInput = scope == PlanScope.INPUT;
        this.file = isInput ? rules : ResultRuleFile.of(rules, graph);
        this.enrich = new MatchIndex<>(file.enrich(), EnrichRule::match);
        this.type = new MatchIndex<>(file.types(), TypeRule::match);
        this.convert = new MatchIndex<>(file.convert(), ConvertRule::match);
        List<DeriveRule> derivations = file.derivations();
        this.derive = new MatchIndex<>(derivations, DeriveRule::match);
        this.aggregate = new MatchIndex<>(file.aggregate(), AggregateRule::match);
        this.tiers = TierRules.of(isInput ? file.storage() : StorageRules.NONE);
        this.groups = new GroupIndex(file.groupings(), this::shapes, match -> isInput || graph.isNamedBy(match));
        List<Match> readers =
                rules.computing().stream().filter(graph::isNamedBy).toList();
        this.reading = new MatchIndex<>(readers, match -> match);
        this.hasReaders = !readers.isEmpty();
        this.route = new MatchIndex<>(file.route(), RouteRule::match);
        this.suppress = new MatchIndex<>(file.suppress(), SuppressRule::match);
        this.watched = new MatchIndex<>(file.watched(), match -> match);
        file.types().forEach(rule -> types.put(rule.name(), TypeRules.of(rule)));
        file.convert()
                .forEach(rule -> converts.put(
                        rule.name(),
                        new ConvertRules(rule.name(), rule.fields(), ValueConversion.of(rule.conversion()))));
        derivations.forEach(rule -> derives.put(rule, new DeriveRules(rule)));
        file.aggregate().stream()
                .flatMap(rule -> Stream.of(rule, rule.keepingRaw()).distinct())
                .forEach(rule -> aggregates.put(
                        rule, AggregateRules.of(rule, isInput ? 0 : WindowClocks.ofLevel(graph.level(rule.name())))));
        tiers.all().forEach(rule -> aggregates.put(rule, List.of(AggregateRules.ofTier(rule))));
    }

    private List<GroupShape> shapes(GroupRule rule) {
        int level = graph.level(rule.name());
        int clock = isInput ? 0 : WindowClocks.ofLevel(level);
        return GroupShape.of(rule, level, graph.delay(rule), clock);
    }

    public String version() {
        return file.version();
    }

    ResultGraph graph() {
        return graph;
    }

    /** Whether any rule reads results. */
    boolean hasReaders() {
        return hasReaders;
    }

    /** The shape of the group rule with this identity, or null. */
    @Nullable
    GroupShape groupShape(long identity) {
        return groups.shape(identity);
    }

    /** Whether windows of any rule follow the farm's state. */
    boolean followsState() {
        return file.aggregate().stream().anyMatch(rule -> rule.window().isOfState());
    }

    /** Whether any rule is over groups. */
    boolean hasGroupRules() {
        return !groups.isEmpty();
    }

    /**
     * The plan of the series with these canonical bytes.
     *
     * @param farm returns the value of a state by its name
     */
    public SeriesPlan compile(byte[] canonical, Function<String, FarmValue> farm) {
        List<String> missed = new ArrayList<>();
        Map<String, FarmValue> asked = new TreeMap<>();
        UnaryOperator<String> state = name -> asked.computeIfAbsent(name, farm).text();
        Series series = enrich.changed(
                Series.parse(canonical),
                (rule, before) -> new Series(
                        before.measurement(), rule.apply(before.tags(), state, without -> missed.add(without.name()))));
        List<AggregateRule> matching = aggregate.matching(series).stream()
                .map(rule -> underState(rule, state))
                .toList();
        List<GroupRules> over = groups.matching(series);
        List<Output> to = new ArrayList<>();
        to.add(output(series, "", notStored(matching, over)).sharing(canonical));
        for (AggregateRule rule : matching) {
            Series result = series.withMeasurement(rule.output(series.measurement()));
            to.add(result(result, rule));
            rule.late().revision().ifPresent(revision -> to.add(revised(result, revision)));
        }
        List<AggregateRule> ofTiers = tiersOf(series);
        ofTiers.forEach(rule -> to.add(stored(series.withMeasurement(rule.output(series.measurement())))));
        return new SeriesPlan(
                rules(
                        isInput ? 0 : graph.age(series.measurement()).toNanos(),
                        type.matching(series),
                        convert.matching(series),
                        derive.matching(series),
                        Stream.concat(matching.stream(), ofTiers.stream()).toList(),
                        over,
                        to.stream().map(Output::rules).toList()),
                to.stream().map(Output::plan).toList(),
                over.stream().map(rule -> rule.plan(series, this::shared)).toList(),
                List.copyOf(missed),
                Map.copyOf(asked));
    }

    /** The rules of the tiers of a series. A series that storage does not receive has none. */
    private List<AggregateRule> tiersOf(Series series) {
        return routed(series).to().contains(Feed.STORAGE) ? tiers.of(series) : List.of();
    }

    /** The rule that routes a series. */
    private RouteRule routed(Series series) {
        return route.first(series).orElse(RouteRule.DEFAULT);
    }

    /** While the state of its windows is not set, a rule replaces no raw values. */
    private static AggregateRule underState(AggregateRule rule, UnaryOperator<String> state) {
        boolean isUnset = rule.window()
                .state()
                .filter(name -> state.apply(name).isEmpty())
                .isPresent();
        return isUnset ? rule.keepingRaw() : rule;
    }

    /**
     * Shares one key among the series of a group: a key for each series would cause another cache
     * miss.
     */
    private GroupKey shared(GroupKey key) {
        if (groupKeys.size() == MOST_GROUP_KEYS) {
            groupKeys.clear();
        }
        return groupKeys.computeIfAbsent(ByteBuffer.wrap(key.bytes()), unseen -> key);
    }

    /** An output, and the rules that apply to it. */
    private record Output(OutputPlan plan, OutputRules rules) {

        /**
         * The same output, sharing the bytes of {@code known} if they are equal, to save memory.
         */
        Output sharing(byte[] known) {
            return Arrays.equals(plan.series(), known)
                    ? new Output(new OutputPlan(plan.storageFilters(), plan.liveFilters(), known), rules)
                    : this;
        }
    }

    private SeriesRules rules(
            long ageNanos,
            List<TypeRule> typing,
            List<ConvertRule> converting,
            List<DeriveRule> deriving,
            List<AggregateRule> matching,
            List<GroupRules> over,
            List<OutputRules> of) {
        List<Object> key = new ArrayList<>(of);
        key.add(ageNanos);
        typing.forEach(rule -> key.add("type " + rule.name()));
        converting.forEach(rule -> key.add(rule.name()));
        deriving.forEach(rule -> key.add(rule.name()));
        matching.forEach(rule -> key.add(rule.name() + ' ' + rule.keepRaw()));
        over.forEach(rule -> key.add(rule.shape().rule() + rule.inputs()));
        return known.computeIfAbsent(
                key,
                unseen -> new SeriesRules(
                        file.version(),
                        ageNanos,
                        typing.stream().map(rule -> types.get(rule.name())).toList(),
                        converting.stream()
                                .map(rule -> converts.get(rule.name()))
                                .toList(),
                        deriving.stream().map(derives::get).toList(),
                        matching.stream()
                                .flatMap(rule -> Objects.requireNonNull(aggregates.get(rule)).stream())
                                .toList(),
                        over,
                        of));
    }

    /** The fields of which storage receives only the aggregates. */
    private static List<String> notStored(List<AggregateRule> matching, List<GroupRules> over) {
        Stream<String> ofSeries = matching.stream()
                .filter(rule -> !rule.keepRaw())
                .map(rule -> rule.fields().toString());
        Stream<String> ofGroups = over.stream().filter(rule -> !rule.keepsRaw()).flatMap(GroupRules::fields);
        return Stream.concat(ofSeries, ofGroups).distinct().toList();
    }

    /** The output of an aggregation. If other rules read the results, the merge graph delivers them. */
    private Output result(Series series, AggregateRule of) {
        return reading.first(series).isPresent()
                ? new Output(new OutputPlan(0, 0, series.canonical()), OutputRules.READ)
                : output(series, of.name() + ' ' + of.functions(), List.of());
    }

    /** The output of a tier. */
    private static Output stored(Series series) {
        return new Output(new OutputPlan(0, 0, series.canonical()), OutputRules.STORED);
    }

    /** The output of revised results, of which none is suppressed. */
    private Output revised(Series series, Revision revision) {
        RouteRule routed = routed(series);
        OutputRules rules = new OutputRules(
                routed.to().contains(Feed.STORAGE),
                revision.isForAll() && routed.to().contains(Feed.LIVE),
                revision.isForAll() && watched.first(series).isPresent(),
                false,
                List.of());
        return new Output(new OutputPlan(0, 0, series.canonical()), outputs.computeIfAbsent(rules, same -> same));
    }

    /** @param aggregation the rule's name and functions; empty for the raw series */
    private Output output(Series series, String aggregation, List<String> notStored) {
        RouteRule routed = routed(series);
        // A suppressed result would seem to equal the revised one before it.
        boolean isRevised = (!isInput || !aggregation.isEmpty()) && graph.isRevised(series.measurement());
        List<Suppression> suppressions = Stream.concat(
                        suppress.matching(series).stream()
                                .map(Suppression::of)
                                .filter(each -> !isRevised || !each.on().contains(Feed.STORAGE)),
                        Suppression.of(routed).stream())
                .toList();
        OutputRules rules = new OutputRules(
                routed.to().contains(Feed.STORAGE),
                routed.to().contains(Feed.LIVE),
                watched.first(series).isPresent(),
                false,
                suppressions);
        byte[] canonical = series.canonical();
        return new Output(
                new OutputPlan(
                        filterIdentity(Feed.STORAGE, aggregation, canonical, notStored, suppressions),
                        filterIdentity(Feed.LIVE, aggregation, canonical, List.of(), suppressions),
                        canonical),
                outputs.computeIfAbsent(rules, same -> same));
    }

    /**
     * The identity of a feed's filters. Their state is valid as long as the same rules suppress the
     * same fields of the same output series. Values that were sent in between without the filters,
     * or under another name, must not count.
     */
    private static long filterIdentity(
            Feed feed, String aggregation, byte[] series, List<String> notStored, List<Suppression> suppressions) {
        StringBuilder text = new StringBuilder(aggregation).append('\n').append(feed);
        text.append('\n').append(new String(series, UTF_8));
        notStored.forEach(field -> text.append('\n').append(field));
        suppressions.stream().filter(each -> each.on().contains(feed)).forEach(each -> text.append('\n')
                .append(each.shape()));
        return hash(text.toString());
    }

    private static long hash(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return SeriesHash.of(bytes, 0, bytes.length);
    }
}
