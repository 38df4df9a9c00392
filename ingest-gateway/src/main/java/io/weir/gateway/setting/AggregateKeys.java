package io.weir.gateway.setting;

import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Glob;
import io.weir.gateway.intake.partial.SourceAggregation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The keys of {@code aggregate}: what a gateway aggregates before it sends it. */
public final class AggregateKeys {
    private AggregateKeys() {}

    /** All items, in order; none if the gateway aggregates nothing. */
    public static List<SourceAggregation> read(YamlSection gateway) {
        List<SourceAggregation> all = gateway.sections(
                "aggregate", AggregateKeys::item, "fields that the gateway aggregates over series, each second");
        Set<Glob> measurements = new HashSet<>();
        Set<String> results = new HashSet<>();
        for (SourceAggregation each : all) {
            if (!measurements.add(each.measurement())) {
                gateway.refuse(
                        "aggregate",
                        "has the measurement \"" + each.measurement().pattern() + "\" twice, and the first decides",
                        "make one item of both");
            }
            each.results()
                    .filter(result -> !results.add(result))
                    .forEach(result -> gateway.refuse(
                            "aggregate",
                            "makes the measurement \"" + result + "\" of two fields, whose values would be combined",
                            "leave one of them out"));
        }
        return all;
    }

    private static SourceAggregation item(YamlSection item) {
        return new SourceAggregation(
                item.value("measurement", Glob.ANY, Glob::new, "measurement of the series, or a pattern")
                        .required(),
                item.texts("by", "tags that the lines of the gateway keep; series without one of them are left out")
                        .required(),
                item.texts("fields", "names of the numbers to aggregate; each becomes a measurement of its own")
                        .required());
    }
}
