package io.weir.standalone.store;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes tables that a killed process has not finished creating, and damaged ones of QuestDB itself.
 * A table that may have rows is kept outside of the store.
 *
 * <p>QuestDB 9.3.4 finds an unfinished table at its next start, and refuses every write to it with
 * "invalid transaction log file" from then on. After a kill it contains no rows: a row is in a table only
 * after its transaction is in the table's log. The writer creates a missing table again.
 *
 * <p>QuestDB has tables of its own, such as {@code _query_trace}, without a log. It does not force their
 * files to the disk when it creates them, and does not start with one that a loss of power has damaged ("name is
 * reserved"). They contain no metrics, and QuestDB creates a missing one again.
 *
 * <p>QuestDB's {@code TableTransactionLogFile} and {@code TableSequencerImpl} define the files: a
 * table with a log is a directory {@code NAME~NUMBER}, and its log, {@code txn_seq/_txnlog}, begins
 * with a version (four bytes) and the latest transaction (eight bytes).
 */
final class UnfinishedTables {
    private static final Logger LOG = LoggerFactory.getLogger(UnfinishedTables.class);

    private static final Pattern WITH_LOG = Pattern.compile(".+~[0-9]+");

    /** The tables that QuestDB 9.3.4 creates without a log. */
    private static final Set<String> OWN = Set.of(
            "_query_trace", "telemetry", "telemetry_config", "sys.telemetry_wal", "sys.column_versions_purge_log");

    /** The files of each of them that do not consist of zeros. */
    private static final List<String> WITH_CONTENT = List.of("_meta", "_txn", "_name", "_todo_");

    private static final int BEGINNING = 4096;

    private UnfinishedTables() {}

    /** Call it only while no store runs in the directory. */
    static void remove(Path store) throws IOException {
        for (Path table : TableFiles.tables(store)) {
            String name = String.valueOf(table.getFileName());
            if (OWN.contains(name) && isDamaged(table)) {
                LOG.info(
                        "store      table {} of QuestDB was damaged when the last process ended: it is created again",
                        table);
                delete(table);
            } else if (WITH_LOG.matcher(name).matches() && !isUsed(table)) {
                removeUnfinished(table, store.resolve("damaged"));
            }
        }
    }

    /** Keeps a table elsewhere if it may have rows, whose log a loss of power has emptied. */
    private static void removeUnfinished(Path table, Path damaged) throws IOException {
        if (TableFiles.children(table).stream().noneMatch(UnfinishedTables::isData)) {
            LOG.info("store      table {} was incomplete when the last process ended: it is created again", table);
            delete(table);
            return;
        }
        Files.createDirectories(damaged);
        Path kept =
                Files.createTempDirectory(damaged, table.getFileName() + "-").resolve(table.getFileName());
        Files.move(table, kept);
        LOG.warn(
                "store      table {} lost its log when the last process ended: it is created again, and its files are"
                        + " kept in {}",
                table,
                kept);
    }

    private static boolean isDamaged(Path table) throws IOException {
        for (String name : WITH_CONTENT) {
            Path file = table.resolve(name);
            if (Files.notExists(file) || isZero(file)) {
                return true;
            }
        }
        return Files.notExists(table.resolve("_cv"));
    }

    private static boolean isZero(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            for (byte each : in.readNBytes(BEGINNING)) {
                if (each != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Whether the table's log contains a transaction, or may contain one. */
    private static boolean isUsed(Path table) throws IOException {
        Path log = table.resolve("txn_seq").resolve("_txnlog");
        if (Files.notExists(log)) {
            return TableFiles.children(table).stream().anyMatch(UnfinishedTables::isData);
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
