package io.weir.contract.rule.aggregate;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.HiddenNames;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.RuleNames;
import java.util.List;

/** Reads rules of {@code peers}. */
public final class PeersReader {
    private static final String DEFAULT_AS = "<measurement>_peers";

    private final RuleNames names;

    public PeersReader(RuleNames names) {
        this.names = names;
    }

    public GroupRule read(YamlSection section) {
        String name = names.name(section);
        Match match = names.match(section);
        GroupReader.Frame frame = GroupReader.Frame.read(section);
        String field = section.text("field", "name of a numeric field").required();
        AggregateFunction of = of(section);
        String as = section.text("as", "measurement of the result").or(DEFAULT_AS);
        HiddenNames.requireNotHidden("as", as);
        List<GroupInput> inputs = List.of(GroupInput.ofPeers(match, field, of));
        return frame.rule(name, inputs, as, new PeerScore(field + "_score"));
    }

    public static AggregateFunction of(YamlSection section) {
        return section.value(
                        "of", AggregateFunction.MEAN, PeersReader::of, "value of each series to compare: mean or last")
                .or(AggregateFunction.MEAN);
    }

    private static AggregateFunction of(String spelling) {
        AggregateFunction function = AggregateFunction.of(spelling);
        if (!function.equals(AggregateFunction.MEAN) && !function.equals(AggregateFunction.LAST)) {
            throw new Refusal("must be mean or last, was " + Refusal.quote(spelling), "");
        }
        return function;
    }
}
