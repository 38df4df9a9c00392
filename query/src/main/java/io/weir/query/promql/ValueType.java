package io.weir.query.promql;

/** The type of the value of an expression. */
public enum ValueType {
    SCALAR("a scalar"),
    STRING("a string"),
    VECTOR("an instant vector"),
    MATRIX("a range vector");

    private final String article;

    ValueType(String article) {
        this.article = article;
    }

    /** With its article, for messages. */
    @Override
    public String toString() {
        return article;
    }
}
