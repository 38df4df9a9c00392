package io.weir.contract.rule;

import java.util.List;

/**
 * For each series of the group, how far its value is from that of its peers: the robust z-score.
 *
 * @param field what comes out
 */
public record PeerScore(String field) implements GroupResult {

    public PeerScore {
        Spelling.require("as", "field", field);
    }

    @Override
    public List<String> fields() {
        return List.of(field);
    }

    /** A score says something of the values; it does not stand in for them. */
    @Override
    public boolean keepsRaw() {
        return true;
    }

    @Override
    public String identity() {
        return "peers " + field;
    }
}
