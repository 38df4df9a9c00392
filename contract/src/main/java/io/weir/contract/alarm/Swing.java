package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/** Between which values a metric went to and fro while its alarm chattered: the lowest and the highest that changed its condition. */
@JsonPropertyOrder({"low", "high"})
public record Swing(double low, double high) {

    /** The same that reaches to a value. */
    public Swing with(double value) {
        return new Swing(Math.min(low, value), Math.max(high, value));
    }
}
