package io.weir.contract.rule.aggregate;

import io.weir.contract.rule.match.Spelling;
import java.util.List;

/**
 * The distance of each series' value from its peers in the group: the robust z-score.
 *
 * @param field the output field
 */
public record PeerScore(String field) implements GroupResult {

    public PeerScore {
        Spelling.require("as", "field", field);
    }

    @Override
    public List<String> fields() {
        return List.of(field);
    }

    @Override
    public boolean isPerSeries() {
        return true;
    }

    @Override
    public String identity() {
        return "peers " + field;
    }
}
