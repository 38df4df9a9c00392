package io.weir.contract.rule.aggregate;

import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.Spelling;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The input values of a group rule.
 *
 * @param match which series
 * @param field name of a field
 * @param functions over the values of the series, at least one
 * @param contribution the value of each series
 * @param where the condition that the functions are about; empty: they are about numbers
 */
public record GroupInput(
        Match match,
        String field,
        List<AggregateFunction> functions,
        Contribution contribution,
        Optional<Where> where) {

    public GroupInput {
        Spelling.require("field", "field", field);
        functions = List.copyOf(functions);
    }

    /** The same input with another hold. */
    public GroupInput holding(Duration hold) {
        return new GroupInput(
                match,
                field,
                functions,
                new Contribution(contribution.of(), hold, contribution.otherwise(), contribution.isStated()),
                where);
    }

    /** Compares the values of peers. A silent series is not compared. */
    public static GroupInput ofPeers(Match match, String field, AggregateFunction of) {
        return new GroupInput(match, field, List.of(of), Contribution.withoutHold(of), Optional.empty());
    }
}
