package io.weir.contract.rule.metric;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.RuleNames;
import java.util.TreeMap;

/** Reads rules of {@code convert}. */
public final class ConvertReader {
    private final RuleNames names;

    public ConvertReader(RuleNames names) {
        this.names = names;
    }

    public ConvertRule read(YamlSection section) {
        return new ConvertRule(
                names.name(section),
                names.match(section),
                Fields.in(section, "field", "fields to convert").required(),
                conversion(section));
    }

    private static Conversion conversion(YamlSection section) {
        var scale = section.number("scale", "factor of numbers").or(1.0);
        var offset = section.number("offset", "summand, added after scaling").or(0.0);
        var map = section.entries("map", text -> text, "new values by old").or(new TreeMap<>());
        var otherwise = section.text("otherwise", "result for values that are not in the map")
                .optional();
        boolean isMapping = section.has("map") || section.has("otherwise");
        boolean isScaling = section.has("scale") || section.has("offset");
        if (isMapping && isScaling) {
            throw new Refusal("must have a map or a scale, not both", "write two rules, for different fields");
        }
        if (!isMapping && !isScaling) {
            throw new Refusal("has no effect", "add a scale, an offset or a map");
        }
        return isMapping ? new Conversion.Mapping(map, otherwise) : new Conversion.Scaling(scale, offset);
    }
}
