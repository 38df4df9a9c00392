package io.weir.contract.rule.storage;

import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.RuleNames;
import io.weir.contract.rule.match.Spelling;
import io.weir.contract.rule.match.TextPattern;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code storage}. */
public final class StorageReader {
    private static final StorageTier STAND_IN = new StorageTier(StorageTier.RAW, Optional.empty(), Duration.ofDays(1));

    private final RuleNames names;
    private final Set<String> tierNames = new HashSet<>();
    private @Nullable StorageTier raw;
    private @Nullable StorageTier finer;

    public StorageReader(RuleNames names) {
        this.names = names;
    }

    public StorageRules read(YamlSection section) {
        if (!section.has("tiers")) {
            section.refuse(
                    "tiers", "is missing", "such as [{name: raw, keep: 7d}, {name: s30, every: 30s, keep: 30d}]");
        }
        List<StorageTier> tiers =
                section.sections("tiers", this::tier, "resolutions, raw first, then from fine to coarse");
        List<TierFunctions> functions = section.sections(
                "functions", StorageReader::functions, "functions of numbers that tiers keep; the first match decides");
        List<Match> exempt = section.sections("exempt", names::match, "series that are kept in raw only");
        Optional<ProcessedTiers> processed = ProcessedTiers.read(section);
        StorageRules rules = new StorageRules(
                tiers, functions, processed.isPresent() ? withResults(exempt, tiers) : exempt, processed);
        // Refuses windows that processing cannot keep.
        TierRules.of(rules);
        return rules;
    }

    /** Results of processing are tiers themselves, in all stores. */
    private static List<Match> withResults(List<Match> exempt, List<StorageTier> tiers) {
        Stream<Match> results = tiers.stream()
                .filter(tier -> !tier.isRaw())
                .map(tier -> new Match(new Glob("*" + tier.ending()), Collections.emptySortedMap()));
        return Stream.concat(exempt.stream(), results).toList();
    }

    private StorageTier tier(YamlSection section) {
        String name = section.value(
                        "name", "", text -> Spelling.requireName("", text), "raw, or a name of a-z, 0-9 and -")
                .required();
        Optional<Duration> every = section.duration(
                        "every", Duration.ofSeconds(1), "length of the windows; does not apply to raw")
                .optional();
        Duration keep = section.duration("keep", Duration.ofMillis(1), "retention; at least 1h")
                .required();
        boolean isFirst = tierNames.isEmpty();
        boolean isNew = tierNames.add(name);
        if (name.isEmpty()) {
            return STAND_IN;
        }
        if (!isNew) {
            section.refuse("name", "is the name of another tier", "choose another name");
        } else if (isFirst != name.equals(StorageTier.RAW)) {
            section.refuse(
                    "name",
                    isFirst ? "must be raw for the first tier" : "raw is reserved for the first tier",
                    "raw holds the metrics themselves, from which the others are computed");
        }
        StorageTier tier = new StorageTier(name, every, keep);
        StorageTier first = raw;
        StorageTier before = finer;
        if (first == null || before == null) {
            raw = tier;
        } else if (!tier.isRaw()) {
            tier.requireBehind(first, before);
        }
        finer = tier;
        return tier;
    }

    private static TierFunctions functions(YamlSection section) {
        return new TierFunctions(
                TextPattern.in(section, "measurement", "name, pattern, or a list of them")
                        .required(),
                section.values("numbers", AggregateFunction::of, "functions of numeric fields")
                        .required());
    }
}
