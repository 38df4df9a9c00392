package io.weir.gateway.setting;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Glob;
import io.weir.gateway.intake.partial.SourceAggregation;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The keys of {@code aggregate}: what a gateway aggregates before it sends it. */
public final class AggregateKeys {
    private static final String AGGREGATE = "aggregate";

    /** Replaces a pattern that cannot be read: no measurement has a newline. */
    private static final Glob UNREADABLE = new Glob("\n");

    private AggregateKeys() {}

    /** All items, in order; none if the gateway aggregates nothing. */
    public static List<SourceAggregation> read(YamlSection gateway) {
        List<SourceAggregation> all = gateway
                .sections(AGGREGATE, AggregateKeys::item, "fields that the gateway aggregates over series, each second")
                .stream()
                .flatMap(Optional::stream)
                .toList();
        Set<String> results = new HashSet<>();
        for (int i = 0; i < all.size(); i++) {
            refuseHidden(all.get(i).measurement(), all.subList(0, i), gateway);
            all.get(i)
                    .results()
                    .filter(result -> !results.add(result))
                    .forEach(result -> gateway.refuse(
                            AGGREGATE,
                            "makes the measurement \"" + result + "\" of two fields, whose values would be combined",
                            "leave one of them out"));
        }
        return all;
    }

    /** Refuses an item that is never used, because an earlier one matches all of its measurements. */
    private static void refuseHidden(Glob measurement, List<SourceAggregation> earlier, YamlSection gateway) {
        earlier.stream()
                .map(SourceAggregation::measurement)
                .filter(before -> before.covers(measurement))
                .findFirst()
                .ifPresent(before -> {
                    if (before.equals(measurement)) {
                        gateway.refuse(
                                AGGREGATE,
                                "has the measurement \"" + before + "\" twice, and the first decides",
                                "make one item of both");
                    } else {
                        gateway.refuse(
                                AGGREGATE,
                                "has the measurement \"" + measurement + "\" after \"" + before
                                        + "\", which matches all of it and decides, so the later item is never used",
                                "put \"" + measurement + "\" first");
                    }
                });
    }

    private static Optional<SourceAggregation> item(YamlSection item) {
        Glob measurement = item.value("measurement", UNREADABLE, Glob::new, "measurement of the series, or a pattern")
                .required();
        List<String> by = item.texts(
                        "by", "tags that the lines of the gateway keep; series without one of them are left out")
                .required();
        List<String> fields = item.texts(
                        "fields", "names of the numbers to aggregate; each becomes a measurement of its own")
                .required();
        boolean isByRight = accepts(item, () -> SourceAggregation.requireBy(by));
        boolean areFieldsRight = item.has("fields") && accepts(item, () -> SourceAggregation.requireFields(fields));
        return isByRight && areFieldsRight && !measurement.equals(UNREADABLE)
                ? Optional.of(new SourceAggregation(measurement, by, fields))
                : Optional.empty();
    }

    /** Reports what the check refuses, so that the rest of the item is checked, too. */
    private static boolean accepts(YamlSection item, Runnable check) {
        try {
            check.run();
            return true;
        } catch (Refusal mistake) {
            item.refuse(mistake.key(), mistake.wrong(), mistake.meant());
            return false;
        }
    }
}
