package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;

/** Where the tables are that a rule file names. */
@FunctionalInterface
public interface TableSource {

    /** For rules that stand alone. */
    TableSource NONE = name -> {
        throw new Refusal(
                "is not there: these rules come without tables", "load them from a file that lies beside the table");
    };

    /**
     * The bytes of a table.
     *
     * @param name as the rule file has it
     * @throws Refusal with what is wrong, if they cannot be had
     */
    byte[] read(String name);

    /** How messages name a table. */
    default String shown(String name) {
        return name;
    }
}
