package io.weir.standalone.store;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes tables that a killed process has not finished creating. QuestDB 9.3.4 finds them at its
 * next start, and refuses every write to them with "invalid transaction log file" from then on.
 * They contain no rows: a row is in a table only after its transaction is in the table's log. The
 * writer creates a missing table again.
 *
 * <p>QuestDB's {@code TableTransactionLogFile} and {@code TableSequencerImpl} define the files: a
 * table with a log is a directory {@code NAME~NUMBER}, and its log, {@code txn_seq/_txnlog}, begins
 * with a version (four bytes) and the latest transaction (eight bytes).
 */
final class UnfinishedTables {
    private static final Logger LOG = LoggerFactory.getLogger(UnfinishedTables.class);

    private UnfinishedTables() {}

    /** Call it only while no store runs in the directory. */
    static void remove(Path store) throws IOException {
        Path tables = store.resolve("db");
        if (Files.notExists(tables)) {
            return;
        }
        for (Path table : children(tables)) {
            if (String.valueOf(table.getFileName()).matches(".+~[0-9]+")
                    && Files.isDirectory(table)
                    && !isUsed(table)) {
                LOG.info("store      table {} was incomplete when the last process ended: it is created again", table);
                delete(table);
            }
        }
    }

    /** Whether the table's log contains a transaction, or may contain one. */
    private static boolean isUsed(Path table) throws IOException {
        Path log = table.resolve("txn_seq").resolve("_txnlog");
        if (Files.notExists(log)) {
            return children(table).stream().anyMatch(UnfinishedTables::isData);
        }
        if (Files.size(log) < Integer.BYTES + Long.BYTES) {
            return false;
        }
        try (DataInputStream in = new DataInputStream(Files.newInputStream(log))) {
            in.readInt();
            return in.readLong() != 0;
        }
    }

    /** Partitions and logs of a table are directories. */
    private static boolean isData(Path part) {
        return Files.isDirectory(part) && !part.endsWith("txn_seq");
    }

    private static List<Path> children(Path directory) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.toList();
        }
    }

    private static void delete(Path table) throws IOException {
        try (Stream<Path> parts = Files.walk(table)) {
            parts.sorted(Comparator.reverseOrder()).forEach(part -> {
                try {
                    Files.delete(part);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
