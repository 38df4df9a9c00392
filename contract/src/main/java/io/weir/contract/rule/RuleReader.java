package io.weir.contract.rule;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.aggregate.AggregateReader;
import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.Aggregation;
import io.weir.contract.rule.aggregate.CorrelateReader;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.aggregate.PeersReader;
import io.weir.contract.rule.aggregate.TopReader;
import io.weir.contract.rule.alarm.AbsenceRule;
import io.weir.contract.rule.alarm.AlarmReader;
import io.weir.contract.rule.alarm.AlarmRule;
import io.weir.contract.rule.alarm.CompositeRule;
import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.contract.rule.alarm.LateReader;
import io.weir.contract.rule.alarm.RaisesAlarms;
import io.weir.contract.rule.match.RuleNames;
import io.weir.contract.rule.match.Tables;
import io.weir.contract.rule.metric.ConvertReader;
import io.weir.contract.rule.metric.ConvertRule;
import io.weir.contract.rule.metric.DeriveReader;
import io.weir.contract.rule.metric.DeriveRule;
import io.weir.contract.rule.metric.EnrichReader;
import io.weir.contract.rule.metric.EnrichRule;
import io.weir.contract.rule.metric.RouteReader;
import io.weir.contract.rule.metric.RouteRule;
import io.weir.contract.rule.metric.SuppressReader;
import io.weir.contract.rule.metric.SuppressRule;
import io.weir.contract.rule.storage.StorageReader;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.type.TypeReader;
import io.weir.contract.rule.type.TypeRule;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads one rule file; each kind of rule has its own reader. The records validate their own
 * content.
 */
final class RuleReader {
    private RuleReader() {}

    static RuleFile read(YamlSection root, Tables tables, byte[] file, RuleLines lines) {
        root.value("version", 1, RuleReader::format, "format of this file, always 1")
                .required();
        RuleNames names = new RuleNames();
        names.readSelectors(root);
        List<TypeRule> types = root.sections(
                "types", lines.noting("types", new TypeReader(names)::read), "types of the values of fields");
        // Must precede the version, which depends on the tables that they read.
        List<EnrichRule> enrich = root.sections(
                "enrich", lines.noting("enrich", new EnrichReader(names, tables)::read), "changes of tags");
        List<ConvertRule> convert = root.sections(
                "convert",
                lines.noting("convert", new ConvertReader(names)::read),
                "conversions to other units or words");
        List<DeriveRule> derive = readDerive(root, names, lines);
        List<Aggregation> aggregations = root.sections(
                "aggregate", lines.noting("aggregate", new AggregateReader(names)::read), "functions over windows");
        List<GroupRule> groups = new ArrayList<>(only(GroupRule.class, aggregations));
        groups.addAll(readGroups(root, names, lines));
        List<RouteRule> route = root.sections(
                "route",
                lines.noting("route", new RouteReader(names)::read),
                "outputs of lines; the first rule that matches decides");
        List<SuppressRule> suppress = root.sections(
                "suppress",
                lines.noting("suppress", new SuppressReader(names)::read),
                "suppression of repeated values");
        AlarmReader alarmReader = new AlarmReader(names, tables);
        List<RaisesAlarms> alarms =
                root.sections("alarms", lines.noting("alarms", alarmReader::read), "conditions that raise alarms");
        List<LateAlarm> late = root.sections(
                "late",
                lines.noting("late", new LateReader(names, alarmReader.references())::read),
                "queries on stored history that raise alarms");
        List<RaisesAlarms> raising = new ArrayList<>(alarms);
        raising.addAll(implied(late, lines));
        lines.inspectAll("alarms");
        alarmReader.references().check(raising);
        StorageRules storage = readStorage(root, names);
        RuleFile rules = new RuleFile(
                RuleFile.versionOf(file, tables.bytes()),
                types,
                enrich,
                convert,
                derive,
                only(AggregateRule.class, aggregations),
                groups,
                route,
                suppress,
                only(AlarmRule.class, raising),
                only(AbsenceRule.class, alarms),
                only(CompositeRule.class, alarms),
                late,
                storage);
        ChainCheck.check(rules, lines);
        TierCheck.check(rules, lines);
        return rules;
    }

    private static StorageRules readStorage(YamlSection root, RuleNames names) {
        return root.nested(
                        "storage",
                        StorageRules.NONE,
                        new StorageReader(names)::read,
                        "resolutions and retention of the store")
                .optional()
                .orElse(StorageRules.NONE);
    }

    /** The alarm rules on the results of late rules, and the one on rules that are not evaluated. */
    private static List<AlarmRule> implied(List<LateAlarm> late, RuleLines lines) {
        List<AlarmRule> rules = new ArrayList<>();
        for (LateAlarm each : late) {
            lines.imply(each.judge(), each);
            rules.add(each.judge());
        }
        if (!late.isEmpty()) {
            AlarmRule status = LateAlarm.statusAlarm();
            lines.imply(status, late.get(0));
            rules.add(status);
        }
        return rules;
    }

    private static List<GroupRule> readGroups(YamlSection root, RuleNames names, RuleLines lines) {
        List<GroupRule> groups = new ArrayList<>(root.sections(
                "correlate",
                lines.noting("correlate", new CorrelateReader(names)::read),
                "expressions over fields of several measurements"));
        groups.addAll(root.sections(
                "peers",
                lines.noting("peers", new PeersReader(names)::read),
                "distance of each series from its peers"));
        groups.addAll(root.sections(
                "top",
                lines.noting("top", new TopReader(names)::read),
                "series of a group with the highest or lowest values"));
        return groups;
    }

    private static List<DeriveRule> readDerive(YamlSection root, RuleNames names, RuleLines lines) {
        DeriveReader reader = new DeriveReader(names);
        List<DeriveRule> derive =
                root.sections("derive", lines.noting("derive", reader::read), "fields computed from fields");
        lines.inspectAll("derive");
        reader.derived().check();
        return derive;
    }

    private static <T> List<T> only(Class<T> kind, List<? super T> of) {
        return of.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static int format(String text) {
        if (!text.equals("1")) {
            throw new Refusal(
                    "must be 1, was " + Refusal.quote(text),
                    "write 1, the only format; Weir computes the version of the content");
        }
        return 1;
    }
}
