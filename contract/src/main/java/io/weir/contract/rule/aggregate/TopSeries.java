package io.weir.contract.rule.aggregate;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Spelling;
import java.util.List;

/**
 * The series of a group with the highest or lowest values.
 *
 * @param field the output field with the value; {@link #RANK} is the other one
 * @param count how many series, from 1 to {@link #MOST}
 * @param isLowest whether those with the lowest values
 */
public record TopSeries(String field, int count, boolean isLowest) implements GroupResult {

    /** The field with the rank of a series, from 1. */
    public static final String RANK = "rank";

    static final int MOST = 1_000;

    public TopSeries {
        Spelling.require("field", "field", field);
        if (field.equals(RANK)) {
            throw new Refusal("field", "must not be rank", "Weir writes the rank of each series to it");
        }
    }

    @Override
    public List<String> fields() {
        return List.of(field, RANK);
    }

    @Override
    public boolean isPerSeries() {
        return true;
    }

    @Override
    public String identity() {
        return "top " + field + ' ' + count + ' ' + isLowest;
    }
}
