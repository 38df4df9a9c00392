package io.weir.contract.rulebook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.rule.RuleFile;
import java.util.Optional;

/** The keys of {@code weir.rules}. */
final class RuleKeys {

    /** The value is the version that every partition of {@code metrics.raw} received last. */
    static final String ACTIVE = "active";

    /** The value is a version that some partitions may lack; deleted once all have it. */
    static final String PUBLISHING = "publishing";

    /** A header of a file's record: the key of a table that the file names, one for each. */
    static final String TABLE_HEADER = "table";

    private static final String FILE = "rules/";
    private static final String TABLE = "table/";

    private RuleKeys() {}

    /** The value is the file of this version. */
    static String ofFile(String version) {
        return FILE + version;
    }

    /** The version whose file has this key; empty if it is another key. */
    static Optional<String> version(String key) {
        return key.startsWith(FILE) ? Optional.of(key.substring(FILE.length())) : Optional.empty();
    }

    /** The value is a table with this content. */
    static String ofTable(String name, byte[] table) {
        return TABLE + name + "/" + RuleFile.versionOf(table);
    }

    static boolean isTable(String key) {
        return key.startsWith(TABLE);
    }

    /** The table's name in the rule file. */
    static String tableName(String key) {
        return key.substring(TABLE.length(), Math.max(TABLE.length(), key.lastIndexOf('/')));
    }

    /** Reads a null key, from another program, as an empty one. */
    static String text(byte[] key) {
        return key == null ? "" : new String(key, UTF_8);
    }
}
