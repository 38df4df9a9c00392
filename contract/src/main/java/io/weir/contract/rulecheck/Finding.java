package io.weir.contract.rulecheck;

/**
 * Content of a rule file that can be read but is rarely intended.
 *
 * @param file as the user named it
 * @param line 1-based
 * @param path such as {@code enrich[0].drop}
 * @param isError whether it is never intended; commands refuse the file
 * @param what the consequence
 * @param remedy the alternative
 */
public record Finding(String file, int line, String path, boolean isError, String what, String remedy) {

    /** {@code rules.yaml:3: warning: enrich[0].drop: series that …; …}. */
    @Override
    public String toString() {
        String kind = isError ? "error" : "warning";
        return file + ":" + line + ": " + kind + ": " + path + ": " + what + "; " + remedy;
    }
}
