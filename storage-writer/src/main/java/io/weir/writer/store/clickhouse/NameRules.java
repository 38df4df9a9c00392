package io.weir.writer.store.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Names that no table can have, although the server may find this out too late. */
final class NameRules {
    /** The server adds some suffixes to names of tables and columns, and files have at most 255 bytes. */
    private static final int LONGEST_FILE = 200;

    private NameRules() {}

    /**
     * Checks the names of a line.
     *
     * @throws RefusedException with the reason
     */
    static void check(String database, LineNames names) throws RefusedException {
        requireShort("table name", names.measurement(), fileLength(database));
        Set<String> columns = new HashSet<>();
        columns.add(Table.STAMP);
        for (String tag : names.tags()) {
            requireShort("column name", tag, 0);
            requireNew(columns, tag);
        }
        Set<String> fields = new HashSet<>(names.fields());
        for (String field : fields) {
            requireShort("column name", field, 0);
            requireNew(columns, field);
        }
    }

    /** Refuses a table that is too wide once the columns of a line are added. */
    static void requireNarrow(Table table, List<String> tags, List<String> fields) throws RefusedException {
        Set<String> columns = new HashSet<>(table.columns().keySet());
        columns.add(Table.STAMP);
        columns.addAll(tags);
        columns.addAll(fields);
        if (columns.size() > Table.MOST_COLUMNS) {
            throw new RefusedException("the table would have " + columns.size() + " columns, more than the limit of "
                    + Table.MOST_COLUMNS);
        }
    }

    private static void requireNew(Set<String> columns, String name) throws RefusedException {
        if (!columns.add(name)) {
            throw new RefusedException("two values for column '" + name + "'");
        }
    }

    private static void requireShort(String what, String name, int more) throws RefusedException {
        if (fileLength(name) + more > LONGEST_FILE) {
            throw new RefusedException(what + " too long for a file: '" + name + "'; the limit is " + LONGEST_FILE
                    + " bytes, three for" + " each that is no letter, digit or _");
        }
    }

    /** The length of a name as a file, where the server escapes bytes as {@code %2D}. */
    private static int fileLength(String name) {
        int length = 0;
        for (byte b : name.getBytes(UTF_8)) {
            boolean isPlain = b == '_' || (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
            length += isPlain ? 1 : 3;
        }
        return length;
    }
}
