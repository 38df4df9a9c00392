package io.weir.contract.rule.storage;

/** Spells names and texts of statements in ClickHouse's SQL, for the services that write to the store and query it. Pure. */
public final class ClickHouseQuoting {
    private ClickHouseQuoting() {}

    /** The name of a database, table or column. */
    public static String quoted(String name) {
        return '`' + escaped(name, '`') + '`';
    }

    /**
     * The database of a tier, not quoted. Names of tiers have no underscore, so it belongs to no other database and
     * tier.
     *
     * @param database that of raw
     */
    public static String tierDatabase(String database, String tier) {
        return tierPrefix(database) + tier;
    }

    /** Whether a database is that of some tier. */
    public static boolean isTierDatabase(String database, String name) {
        String prefix = tierPrefix(database);
        return name.startsWith(prefix) && name.indexOf('_', prefix.length()) < 0;
    }

    private static String tierPrefix(String database) {
        return "weir_" + database + "_";
    }

    public static String literal(String text) {
        return '\'' + escaped(text, '\'') + '\'';
    }

    private static String escaped(String text, char quote) {
        return text.replace("\\", "\\\\").replace(String.valueOf(quote), "\\" + quote);
    }
}
