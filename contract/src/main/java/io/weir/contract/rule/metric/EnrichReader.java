package io.weir.contract.rule.metric;

import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.RuleNames;
import io.weir.contract.rule.match.Tables;
import java.util.List;
import java.util.TreeMap;

/** Reads rules of {@code enrich}. */
public final class EnrichReader {
    private final RuleNames names;
    private final LookupReader lookups;

    public EnrichReader(RuleNames names, Tables tables) {
        this.names = names;
        this.lookups = new LookupReader(tables);
    }

    public EnrichRule read(YamlSection section) {
        return new EnrichRule(
                names.name(section),
                names.match(section),
                section.entries("rename", text -> text, "tags to rename: new name by old")
                        .or(new TreeMap<>()),
                section.entries("state", text -> text, "tags from the farm state: state by tag")
                        .or(new TreeMap<>()),
                section.nested("lookup", LookupReader.NONE, lookups::read, "tags from a table")
                        .optional(),
                section.entries("set", text -> text, "tags to set: value by key")
                        .or(new TreeMap<>()),
                section.texts("drop", "tags to drop").or(List.of()));
    }
}
