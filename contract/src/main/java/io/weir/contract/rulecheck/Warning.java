package io.weir.contract.rulecheck;

/**
 * Something that a rule file may say, and that is rarely meant.
 *
 * @param file as the person named it
 * @param line 1-based
 * @param path such as {@code enrich[0].drop}
 * @param what follows from it
 * @param remedy what to do instead
 */
public record Warning(String file, int line, String path, String what, String remedy) {

    /** {@code rules.yaml:3: warning: enrich[0].drop: series that …; …}. */
    @Override
    public String toString() {
        return file + ":" + line + ": warning: " + path + ": " + what + "; " + remedy;
    }
}
