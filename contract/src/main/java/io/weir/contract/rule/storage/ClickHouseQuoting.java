package io.weir.contract.rule.storage;

/** Spells names and texts of statements in ClickHouse's SQL, for the services that write to the store and query it. Pure. */
public final class ClickHouseQuoting {
    private ClickHouseQuoting() {}

    /** The name of a database, table or column. */
    public static String quoted(String name) {
        return '`' + escaped(name, '`') + '`';
    }

    public static String literal(String text) {
        return '\'' + escaped(text, '\'') + '\'';
    }

    private static String escaped(String text, char quote) {
        return text.replace("\\", "\\\\").replace(String.valueOf(quote), "\\" + quote);
    }
}
