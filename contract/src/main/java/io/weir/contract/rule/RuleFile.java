package io.weir.contract.rule;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * All rules of a farm, validated as a whole; each list in the order of the file.
 *
 * @param version names the file's content: the first 12 hex digits of SHA-256 over its bytes; if it names
 *     tables, over its bytes and, by the order of their names, each table's name and SHA-256
 * @param alarms those that judge values; {@code absences} judge that there are none, {@code composites} have other alarms for members
 * @param groups what {@code aggregate} has by tags, then {@code correlate}, then {@code peers}
 */
public record RuleFile(
        String version,
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
        StorageRules storage) {
    private static final int VERSION_DIGITS = 12;

    public RuleFile {
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
    }

    /** What counts without a file: everything passes to storage and live, unchanged. */
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
                StorageRules.NONE);
    }

    /**
     * The same without the rules that make results of metrics: what is left says where results go. What was computed for an
     * alarm goes to alarming only.
     */
    public RuleFile forResults() {
        Stream<RouteRule> hidden = alarms.stream()
                .filter(alarm -> alarm.comparison().isPresent())
                .map(alarm -> new RouteRule(alarm.watched(), Set.of(), Optional.empty()));
        return new RuleFile(
                version,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Stream.concat(hidden, route.stream()).toList(),
                suppress,
                alarms.stream().map(AlarmRule::ofResults).toList(),
                absences,
                composites,
                storage);
    }

    /** All that raises alarms. */
    public List<RaisesAlarms> raising() {
        return Stream.of(alarms, absences, composites)
                .<RaisesAlarms>flatMap(List::stream)
                .toList();
    }

    /** Which series alarms are about: those whose metrics alarming is to have. */
    public List<Match> watched() {
        return Stream.concat(
                        alarms.stream().map(AlarmRule::watched),
                        absences.stream().map(AbsenceRule::match))
                .toList();
    }

    /** All that derives: the rules that say so, and behind them the alarms that judge what is derived. */
    public List<DeriveRule> derivations() {
        return Stream.concat(derive.stream(), alarms.stream().flatMap(alarm -> alarm.derived().stream()))
                .toList();
    }

    /** All that is over groups: the rules that say so, and behind them the alarms that judge how far peers are apart. */
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

    /** Names the content of a table. */
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
