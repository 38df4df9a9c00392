package io.weir.query.promql;

/** An operator between two expressions. */
public enum BinaryOperator {
    ADD("+", Kind.ARITHMETIC),
    SUB("-", Kind.ARITHMETIC),
    MUL("*", Kind.ARITHMETIC),
    DIV("/", Kind.ARITHMETIC),
    MOD("%", Kind.ARITHMETIC),
    POW("^", Kind.ARITHMETIC),
    ATAN2("atan2", Kind.ARITHMETIC),
    EQLC("==", Kind.COMPARISON),
    NEQ("!=", Kind.COMPARISON),
    LTE("<=", Kind.COMPARISON),
    LSS("<", Kind.COMPARISON),
    GTE(">=", Kind.COMPARISON),
    GTR(">", Kind.COMPARISON),
    LAND("and", Kind.SET),
    LOR("or", Kind.SET),
    LUNLESS("unless", Kind.SET);

    private final String symbol;
    private final Kind kind;

    BinaryOperator(String symbol, Kind kind) {
        this.symbol = symbol;
        this.kind = kind;
    }

    private enum Kind {
        ARITHMETIC,
        COMPARISON,
        SET
    }

    public boolean isComparison() {
        return kind == Kind.COMPARISON;
    }

    /** Whether it selects series by the presence of others, without a computation. */
    public boolean isSet() {
        return kind == Kind.SET;
    }

    @Override
    public String toString() {
        return symbol;
    }
}
