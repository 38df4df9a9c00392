package io.weir.query.archive;

/** Names and texts in statements of DuckDB. */
final class Sql {
    private Sql() {}

    /** The name of a column. */
    static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** The pattern that matches only this path: DuckDB takes paths for patterns. */
    static String pattern(String path) {
        StringBuilder pattern = new StringBuilder();
        path.chars().forEach(c -> {
            if (c == '*' || c == '?' || c == '[') {
                pattern.append('[').append((char) c).append(']');
            } else {
                pattern.append((char) c);
            }
        });
        return pattern.toString();
    }
}
