package io.weir.contract.rule.aggregate;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.HiddenNames;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.RuleNames;
import java.util.List;
import java.util.Optional;

/** Reads rules of {@code top}. */
public final class TopReader {
    private static final String DEFAULT_AS = "<measurement>_top";
    private static final String HIGHEST = "highest";
    private static final String LOWEST = "lowest";

    private final RuleNames names;

    public TopReader(RuleNames names) {
        this.names = names;
    }

    public GroupRule read(YamlSection section) {
        String name = names.name(section);
        Match match = names.match(section);
        GroupReader.Frame frame = GroupReader.Frame.read(section);
        String field = section.text("field", "name of a numeric field").required();
        int count =
                section.integer("count", 1, TopSeries.MOST, "number of series").required();
        boolean isLowest = section.value("order", HIGHEST, TopReader::order, "which series: highest or lowest")
                .or(HIGHEST)
                .equals(LOWEST);
        // The mean orders nothing. It only makes the default of "of" the mean.
        List<AggregateFunction> mean = List.of(AggregateFunction.MEAN);
        Contribution contribution = Contribution.read(section, frame.window(), mean);
        if (contribution.of().equals(Optional.of(SeriesValue.SAMPLES))) {
            section.refuse("of", "must give one value for each series, was samples", "such as max");
        }
        if (Double.isFinite(contribution.otherwise())) {
            section.refuse("otherwise", "has no effect: without series there is no line", "remove it");
        }
        String as = section.text("as", "measurement of the result").or(DEFAULT_AS);
        HiddenNames.requireNotHidden("as", as);
        List<GroupInput> inputs = List.of(new GroupInput(match, field, mean, contribution, Optional.empty()));
        return frame.rule(name, inputs, as, new TopSeries(field, count, isLowest));
    }

    private static String order(String spelling) {
        if (!spelling.equals(HIGHEST) && !spelling.equals(LOWEST)) {
            throw new Refusal("must be highest or lowest, was " + Refusal.quote(spelling), "");
        }
        return spelling;
    }
}
