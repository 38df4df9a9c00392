package io.weir.contract.rule;

import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.GroupInput;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.alarm.AbsenceRule;
import io.weir.contract.rule.alarm.AlarmRule;
import io.weir.contract.rule.alarm.CompositeRule;
import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.contract.rule.alarm.RaisesAlarms;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.metric.ConvertRule;
import io.weir.contract.rule.metric.DeriveRule;
import io.weir.contract.rule.metric.EnrichRule;
import io.weir.contract.rule.metric.RouteRule;
import io.weir.contract.rule.metric.SuppressRule;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.type.TypeRule;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * All rules of a farm, validated as a whole; each list in file order.
 *
 * @param version identifies the file's content: the first 12 hex digits of SHA-256 over its bytes;
 *     if the file names tables, over its bytes and, ordered by name, each table's name and SHA-256
 * @param alarms on values; {@code absences} are on missing data, {@code composites} on other alarms
 * @param late queries on stored history; {@code alarms} has the rules on their results, too
 * @param groups the group rules of {@code aggregate}, then {@code correlate}, {@code peers}
 *     and {@code top}
 */
public record RuleFile(
        String version,
        List<TypeRule> types,
        List<EnrichRule> enrich,
        List<ConvertRule> convert,
        List<DeriveRule> derive,
        List<AggregateRule> aggregate,
        List<GroupRule> groups,
        List<RouteRule> route,
        List<SuppressRule> suppress,
        List<AlarmRule> alarms,
        List<AbsenceRule> absences,
        List<CompositeRule> composites,
        List<LateAlarm> late,
        StorageRules storage) {
    private static final int VERSION_DIGITS = 12;

    public RuleFile {
        types = List.copyOf(types);
        enrich = List.copyOf(enrich);
        convert = List.copyOf(convert);
        derive = List.copyOf(derive);
        aggregate = List.copyOf(aggregate);
        groups = List.copyOf(groups);
        route = List.copyOf(route);
        suppress = List.copyOf(suppress);
        alarms = List.copyOf(alarms);
        absences = List.copyOf(absences);
        composites = List.copyOf(composites);
        late = List.copyOf(late);
    }

    /** The default without a file: all metrics pass to storage and live, unchanged. */
    public static RuleFile passThrough() {
        byte[] file = "version: 1\n".getBytes(StandardCharsets.UTF_8);
        String version = versionOf(file, Collections.emptySortedMap());
        return new RuleFile(
                version,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                StorageRules.NONE);
    }

    /** The matches of all rules that change metrics or compute others. */
    public List<Match> computing() {
        return Stream.of(
                        enrich.stream().map(EnrichRule::match),
                        convert.stream().map(ConvertRule::match),
                        derivations().stream().map(DeriveRule::match),
                        aggregate.stream().map(AggregateRule::match),
                        groupings().stream()
                                .flatMap(rule -> rule.inputs().stream())
                                .map(GroupInput::match))
                .flatMap(matches -> matches)
                .toList();
    }

    /** The same with other group rules. */
    public RuleFile withGroups(List<GroupRule> others) {
        return new RuleFile(
                version,
                types,
                enrich,
                convert,
                derive,
                aggregate,
                others,
                route,
                suppress,
                alarms,
                absences,
                composites,
                late,
                storage);
    }

    /** The same without {@code route} and {@code suppress}: storage receives all results. */
    public RuleFile withoutFilters() {
        return new RuleFile(
                version,
                types,
                enrich,
                convert,
                derive,
                aggregate,
                groups,
                List.of(),
                List.of(),
                alarms,
                absences,
                composites,
                late,
                storage);
    }

    /** All rules that raise alarms. */
    public List<RaisesAlarms> raising() {
        return Stream.of(alarms, absences, composites)
                .<RaisesAlarms>flatMap(List::stream)
                .toList();
    }

    /** The series that alarms watch: alarming receives their metrics. */
    public List<Match> watched() {
        return Stream.concat(
                        alarms.stream().map(AlarmRule::watched),
                        absences.stream().map(AbsenceRule::match))
                .toList();
    }

    /** All derivations: rules of {@code derive}, then alarms on derived values. */
    public List<DeriveRule> derivations() {
        return Stream.concat(derive.stream(), alarms.stream().flatMap(alarm -> alarm.derived().stream()))
                .toList();
    }

    /** All rules over groups: those of the file, then alarms on peers. */
    public List<GroupRule> groupings() {
        return Stream.concat(groups.stream(), alarms.stream().flatMap(alarm -> alarm.comparison().stream()))
                .toList();
    }

    static String versionOf(byte[] file, SortedMap<String, byte[]> tables) {
        MessageDigest digest = sha256();
        digest.update(file);
        tables.forEach((name, table) -> {
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update(sha256().digest(table));
        });
        return hex(digest.digest());
    }

    /** The version of a table's content. */
    public static String versionOf(byte[] table) {
        return hex(sha256().digest(table));
    }

    private static String hex(byte[] hash) {
        return HexFormat.of().formatHex(hash).substring(0, VERSION_DIGITS);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
