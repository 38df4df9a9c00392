package io.weir.contract.rulecheck;

/**
 * Valid content of a rule file that is rarely intended.
 *
 * @param file as the user named it
 * @param line 1-based
 * @param path such as {@code enrich[0].drop}
 * @param what the consequence
 * @param remedy the alternative
 */
public record Warning(String file, int line, String path, String what, String remedy) {

    /** {@code rules.yaml:3: warning: enrich[0].drop: series that …; …}. */
    @Override
    public String toString() {
        return file + ":" + line + ": warning: " + path + ": " + what + "; " + remedy;
    }
}
