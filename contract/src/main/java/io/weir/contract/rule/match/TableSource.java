package io.weir.contract.rule.match;

import io.weir.contract.config.Refusal;

/** Reads the tables that a rule file names. */
@FunctionalInterface
public interface TableSource {

    /** For rules without tables. */
    TableSource NONE = name -> {
        throw new Refusal(
                "is missing: these rules have no tables", "load the rules from a file in the directory of the table");
    };

    /**
     * The bytes of a table.
     *
     * @param name from the rule file
     * @throws Refusal with the reason if it cannot be read
     */
    byte[] read(String name);

    /** The table's name in messages. */
    default String shown(String name) {
        return name;
    }
}
