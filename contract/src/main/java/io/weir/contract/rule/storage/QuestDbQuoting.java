package io.weir.contract.rule.storage;

/** Spells names and texts of statements in QuestDB's SQL, for the services that write to the store and query it. Pure. */
public final class QuestDbQuoting {
    private QuestDbQuoting() {}

    /** The name of a table or column. It must contain no quote, which QuestDB refuses in names. */
    public static String quoted(String name) {
        return '"' + name + '"';
    }

    public static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
