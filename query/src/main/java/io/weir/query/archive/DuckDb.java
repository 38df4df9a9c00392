package io.weir.query.archive;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.store.RowReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
import org.jspecify.annotations.Nullable;

/**
 * Statements of SQL over the files of an archive. DuckDB reads nothing else: neither files elsewhere nor extensions. Rows
 * are read as they are computed. The number of running statements is limited, and others wait, so that each has memory.
 * Thread-safe.
 */
class DuckDb {
    private static final long MIB = 1024 * 1024;
    private static final long MOST_MEMORY_MIB = 1024;
    private static final int PART_OF_MEMORY = 4;
    /** Each has memory of its own. */
    private static final int MOST_THREADS = 4;

    private static final int MOST_AT_ONCE = 2;
    private static final int MOST_STREAMS = 2;
    /** The beginnings of errors that no file causes. */
    private static final List<String> REFUSALS =
            List.of("Binder", "Parser", "Catalog", "Conversion", "Permission", "Not implemented", "Out of Range");

    private final Path archive;
    private final long memoryMib;
    private final Semaphore places = new Semaphore(MOST_AT_ONCE, true);
    private final Semaphore streams = new Semaphore(MOST_STREAMS, true);
    private @Nullable DuckDBConnection database;
    private @Nullable String failure;

    /** Starts with the first statement. */
    DuckDb(Path archive) {
        this(archive, Math.min(MOST_MEMORY_MIB, memoryOfMachine() / PART_OF_MEMORY / MIB));
    }

    /** @param memoryMib for all statements together, outside of Java's heap */
    DuckDb(Path archive, long memoryMib) {
        this.archive = archive;
        this.memoryMib = memoryMib;
    }

    Path archive() {
        return archive;
    }

    long memoryMib() {
        return memoryMib;
    }

    /** Of the container, if there is one. */
    private static long memoryOfMachine() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getTotalMemorySize();
    }

    /** Files as an argument of a function of DuckDB that reads several. */
    static String files(List<ArchiveFile> files) {
        return paths(files.stream().map(ArchiveFile::path));
    }

    static String paths(Stream<Path> files) {
        return files.map(file -> Sql.literal(Sql.pattern(file.toString()))).collect(joining(", ", "[", "]"));
    }

    /**
     * Runs a statement. An interrupt of the thread ends it.
     *
     * @throws FileGoneException if a file has gone, and no row was read
     */
    void run(String statement, Duration within, RowReader reader) throws FileGoneException {
        run(statement, within, reader, places);
    }

    /** The same for a reader that may wait for its client. It delays no statement but those of other such readers. */
    void stream(String statement, Duration within, RowReader reader) throws FileGoneException {
        run(statement, within, reader, streams);
    }

    private void run(String statement, Duration within, RowReader reader, Semaphore permits) throws FileGoneException {
        Deadline deadline = new Deadline(within);
        try {
            if (!permits.tryAcquire(Math.max(0, within.toNanos()), TimeUnit.NANOSECONDS)) {
                throw StatementWatch.tooLate();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw StatementWatch.cancelled();
        }
        try {
            run(statement, deadline, reader);
        } finally {
            permits.release();
        }
    }

    private void run(String statement, Deadline deadline, RowReader reader) throws FileGoneException {
        boolean hasRows = false;
        try (Connection connection = connected();
                Statement running = connection.createStatement();
                StatementWatch watch = new StatementWatch(running, deadline);
                ResultSet rows = running.executeQuery(statement)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                hasRows = true;
                watch.check();
                read(rows, columns, reader);
            }
            watch.check();
        } catch (SQLException e) {
            throw failed(e, deadline, hasRows);
        } catch (IOException e) {
            throw new EvaluationException(Reason.UNAVAILABLE, "the archive " + archive + " is unreadable: " + e);
        }
    }

    /** The row as the array in which stores over HTTP pass on theirs. */
    private static void read(ResultSet rows, int columns, RowReader reader) throws SQLException, IOException {
        try (TokenBuffer row = new TokenBuffer((ObjectCodec) null, false)) {
            row.writeStartArray();
            for (int i = 1; i <= columns; i++) {
                write(rows.getObject(i), row);
            }
            row.writeEndArray();
            try (JsonParser parser = row.asParser()) {
                parser.nextToken();
                reader.read(parser);
            }
        }
    }

    private static void write(@Nullable Object cell, JsonGenerator row) throws IOException {
        if (cell == null) {
            row.writeNull();
        } else if (cell instanceof Double number) {
            row.writeNumber(number);
        } else if (cell instanceof Boolean flag) {
            row.writeBoolean(flag);
        } else if (cell instanceof BigInteger number) {
            row.writeNumber(number);
        } else if (cell instanceof Number number) {
            row.writeNumber(number.longValue());
        } else {
            row.writeString(cell.toString());
        }
    }

    private EvaluationException failed(SQLException why, Deadline deadline, boolean hasRows) throws FileGoneException {
        String text = String.valueOf(why.getMessage());
        if (Thread.currentThread().isInterrupted()) {
            return StatementWatch.cancelled();
        }
        if (deadline.isOver()) {
            return StatementWatch.tooLate();
        }
        if (text.contains("No files found") || text.contains("No such file")) {
            if (!hasRows) {
                throw new FileGoneException("a file of the archive cannot be opened: " + firstLine(text));
            }
            return new EvaluationException(
                    Reason.UNAVAILABLE, "files of the archive were replaced or deleted meanwhile: repeat the query");
        }
        if (text.startsWith("Out of Memory")) {
            return new EvaluationException("the queries of the archive " + archive + " need more than the " + memoryMib
                    + " MiB that they have together; select fewer series or a shorter range");
        }
        if (text.contains("Too many open files")) {
            return new EvaluationException(
                    Reason.UNAVAILABLE,
                    "the archive has more files than this process may open: raise its limit of open files");
        }
        boolean isRefused = REFUSALS.stream().anyMatch(text::startsWith);
        return new EvaluationException(
                isRefused ? Reason.EXECUTION : Reason.UNAVAILABLE,
                isRefused
                        ? "DuckDB refuses the query: " + firstLine(text)
                        : "the archive " + archive + " is unreadable: " + firstLine(text)
                                + "; weir archive verify names damaged files");
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    /** After a failure to load the library, Java does not try again. */
    private synchronized Connection connected() throws SQLException {
        DuckDBConnection known = database;
        if (known == null && failure == null) {
            try {
                known = opened();
                database = known;
            } catch (LinkageError | RuntimeException e) {
                failure = String.valueOf(e.getCause() == null ? e : e.getCause());
            }
        }
        if (known == null) {
            throw new EvaluationException("DuckDB, which reads archives, cannot start: " + failure
                    + "; it needs glibc, and 60 MB in " + System.getProperty("java.io.tmpdir")
                    + ": correct this, and restart the service");
        }
        return known.duplicate();
    }

    private DuckDBConnection opened() throws SQLException {
        Properties settings = new Properties();
        settings.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
        settings.setProperty("memory_limit", memoryMib + "MiB");
        // Else, it would write to the disk what does not fit into the memory.
        settings.setProperty("temp_directory", "");
        settings.setProperty("autoinstall_known_extensions", "false");
        settings.setProperty("autoload_known_extensions", "false");
        settings.setProperty(
                "threads",
                Integer.toString(Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors())));
        DuckDBConnection opened =
                DriverManager.getConnection("jdbc:duckdb:", settings).unwrap(DuckDBConnection.class);
        try (Statement restrict = opened.createStatement()) {
            // Of paths, it checks the pattern, too.
            restrict.execute("SET allowed_directories = [" + Sql.literal(archive + "/") + ", "
                    + Sql.literal(Sql.pattern(archive + "/")) + "]");
            restrict.execute("SET enable_external_access = false");
            restrict.execute("SET lock_configuration = true");
            return opened;
        } catch (SQLException e) {
            opened.close();
            throw e;
        }
    }
}
