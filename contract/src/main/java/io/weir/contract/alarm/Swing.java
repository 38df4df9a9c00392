package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/** The lowest and highest value at which an alarm's condition changed while it chattered. */
@JsonPropertyOrder({"low", "high"})
public record Swing(double low, double high) {

    /** The range extended to a value. */
    public Swing with(double value) {
        return new Swing(Math.min(low, value), Math.max(high, value));
    }
}
