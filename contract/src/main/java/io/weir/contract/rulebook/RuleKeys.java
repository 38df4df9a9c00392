package io.weir.contract.rulebook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.rule.RuleFile;
import java.util.Optional;

/** The keys of {@code weir.rules}. */
final class RuleKeys {

    /** Its value is the version that every partition of {@code metrics.raw} was told of last. */
    static final String ACTIVE = "active";

    /** Its value is a version of which not every partition may have been told; none once all have. */
    static final String PUBLISHING = "publishing";

    /** A header of a file's record: the key of a table that the file names, one for each. */
    static final String TABLE_HEADER = "table";

    private static final String FILE = "rules/";
    private static final String TABLE = "table/";

    private RuleKeys() {}

    /** Its value is the file of this version. */
    static String ofFile(String version) {
        return FILE + version;
    }

    /** The version whose file stands under a key; empty if it is none. */
    static Optional<String> version(String key) {
        return key.startsWith(FILE) ? Optional.of(key.substring(FILE.length())) : Optional.empty();
    }

    /** Its value is a table of this content. */
    static String ofTable(String name, byte[] table) {
        return TABLE + name + "/" + RuleFile.versionOf(table);
    }

    static boolean isTable(String key) {
        return key.startsWith(TABLE);
    }

    /** The name of the table whose key this is, as the rule file has it. */
    static String tableName(String key) {
        return key.substring(TABLE.length(), Math.max(TABLE.length(), key.lastIndexOf('/')));
    }

    /** What another program wrote without a key reads as an empty one. */
    static String text(byte[] key) {
        return key == null ? "" : new String(key, UTF_8);
    }
}
