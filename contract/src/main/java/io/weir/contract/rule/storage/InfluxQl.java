package io.weir.contract.rule.storage;

import io.weir.contract.rule.match.TextPattern;

/** Spells names and texts of statements in InfluxQL, for the services that compute tiers and query the store. Pure. */
public final class InfluxQl {
    /** Prefix of the names of everything that Weir owns in a database. */
    public static final String PREFIX = "weir_";

    private InfluxQl() {}

    /** The retention policy of a tier, not quoted. */
    public static String policy(String tier) {
        return PREFIX + tier;
    }

    /** The name of a database, policy, measurement, tag or field. */
    public static String quoted(String name) {
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    /** A text. InfluxQL cannot spell a carriage return or NUL. */
    public static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'";
    }

    /** A regular expression that matches exactly the texts of a pattern, each with this ending. */
    public static String regex(TextPattern pattern, String ending) {
        return regex("^" + pattern.regex() + ending + "$");
    }

    /** A regular expression. */
    public static String regex(String regex) {
        return "/" + regex.replace("/", "\\/") + "/";
    }
}
