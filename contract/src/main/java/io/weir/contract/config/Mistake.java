package io.weir.contract.config;

/**
 * One invalid item in a user's file, with a remedy.
 *
 * @param file the file as the user named it, or {@code environment}
 * @param line 1-based; 0 if no line applies
 * @param path such as {@code alarms[0].major.above}, or a variable's name; empty for the whole file
 * @param wrong the error, such as {@code must be a number, was "high"}
 * @param meant the remedy or a suggestion, or empty
 */
public record Mistake(String file, int line, String path, String wrong, String meant) {

    /** {@code rules.yaml:12: alarms[0].major.above: must be a number, was "high"; …}. */
    @Override
    public String toString() {
        return file
                + (line > 0 ? ":" + line : "")
                + ": "
                + (path.isEmpty() ? "" : path + ": ")
                + wrong
                + (meant.isEmpty() ? "" : "; " + meant);
    }
}
