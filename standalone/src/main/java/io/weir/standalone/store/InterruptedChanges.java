package io.weir.standalone.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restores the columns of tables to which a killed process was adding a column.
 *
 * <p>QuestDB 9.3.4 replaces a table's {@code _meta} in three steps: it renames the file to {@code _meta.prev}, notes
 * this in {@code _todo_}, and renames {@code _meta.swp} to {@code _meta}. It repairs a kill between the last two
 * only when it opens the table for a write, and a kill between the first two never. Until then the table is not
 * listed, "does not exist" for queries, and cannot be created. The change itself is in the table's log, and QuestDB
 * applies it again. The method {@code TableWriter.rewriteAndSwapMetadata} of QuestDB defines the steps.
 */
final class InterruptedChanges {
    private static final Logger LOG = LoggerFactory.getLogger(InterruptedChanges.class);

    private static final String COLUMNS = "_meta";
    private static final String BEFORE = "_meta.prev";

    private InterruptedChanges() {}

    /** Call it only while no store runs in the directory. */
    static void undo(Path store) throws IOException {
        for (Path table : TableFiles.tables(store)) {
            Path columns = table.resolve(COLUMNS);
            if (Files.notExists(columns)) {
                Optional<Path> before = newestBefore(table);
                if (before.isPresent()) {
                    Files.move(before.get(), columns);
                    LOG.info(
                            "store      the columns of table {} were changing when the last process ended: the change"
                                    + " is made again",
                            table);
                }
            }
        }
    }

    /** QuestDB appends a number to the name if it cannot remove an older file. */
    private static Optional<Path> newestBefore(Path table) throws IOException {
        return TableFiles.children(table).stream()
                .filter(file -> String.valueOf(file.getFileName()).startsWith(BEFORE))
                .max(Comparator.comparing(file -> file.toFile().lastModified()));
    }
}
