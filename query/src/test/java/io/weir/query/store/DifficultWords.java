package io.weir.query.store;

import java.util.List;

/** Words that the language of a store or PromQL could misread, and that every store can have. */
final class DifficultWords {
    static final List<String> VALUES = List.of(
            "'",
            "''",
            "a'b",
            "\"",
            "a\"b",
            "a\\'b",
            "'; DROP TABLE victim; --",
            "' OR ''='",
            "a;b",
            "/*",
            "--",
            "%",
            "_",
            "$1",
            ":x",
            "{x}",
            "`",
            "a\tb",
            "a\u0001b",
            "größe 😀 \u202e",
            "a&b=c+d%20",
            "x".repeat(3_000));

    static final List<String> MEASUREMENTS =
            List.of("with space", "größe", "semi;colon", "dash-table", "back`tick", "U__escaped", "9lives", "select");

    static final List<String> FIELDS = List.of("used percent", "größe", "x;y", "back`tick", "U__f", "from", "latest0");

    static final List<String> TAGS = List.of(
            "__name__",
            "__field__",
            "host name",
            "semi;colon",
            "where",
            "le",
            "begin",
            "field0",
            "last0",
            "pane",
            "count0");

    private DifficultWords() {}
}
