package io.weir.query.store;

import io.weir.query.naming.Selection;
import java.time.Duration;

/**
 * The query of one statement of an answer.
 *
 * @param from first millisecond that the store can have
 * @param to last millisecond that the store can have
 * @param within time limit of the statement
 */
public record TableQuery(Selection selection, long from, long to, Duration within) {
    /** A part of the time. */
    public TableQuery between(long first, long last) {
        return new TableQuery(selection, first, last, within);
    }

    /** The same with another time limit. */
    TableQuery within(Duration other) {
        return new TableQuery(selection, from, to, other);
    }
}
