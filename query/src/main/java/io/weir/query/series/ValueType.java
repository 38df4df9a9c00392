package io.weir.query.series;

/** The type of a raw value. */
public enum ValueType {
    FLOAT("float"),
    INTEGER("integer"),
    BOOLEAN("boolean"),
    TEXT("text"),
    ARRAY("array");

    private final String text;

    ValueType(String text) {
        this.text = text;
    }

    /** Whether values are samples of PromQL, too. */
    public boolean isSample() {
        return this == FLOAT || this == INTEGER || this == BOOLEAN;
    }

    @Override
    public String toString() {
        return text;
    }
}
