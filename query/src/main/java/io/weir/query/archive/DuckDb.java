package io.weir.query.archive;

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
import java.util.Properties;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
import org.jspecify.annotations.Nullable;

/**
 * Statements of SQL over the files of an archive. DuckDB reads nothing else: neither files elsewhere nor extensions. Rows
 * are read as they are computed. Thread-safe.
 */
class DuckDb {
    private static final long MIB = 1024 * 1024;
    private static final long MOST_MEMORY_MIB = 1024;
    private static final int PART_OF_MEMORY = 4;

    private final Path archive;
    private final long memoryMib;
    private @Nullable DuckDBConnection database;

    /** Starts with the first statement. */
    DuckDb(Path archive) {
        this(archive, Math.min(MOST_MEMORY_MIB, memoryOfMachine() / PART_OF_MEMORY / MIB));
    }

    /** @param memoryMib for all statements together, outside of Java's heap */
    DuckDb(Path archive, long memoryMib) {
        this.archive = archive;
        this.memoryMib = memoryMib;
    }

    /** Of the container, if there is one. */
    private static long memoryOfMachine() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getTotalMemorySize();
    }

    /**
     * Runs a statement. An interrupt of the thread ends it.
     *
     * @throws FileGoneException if a file has gone, and no row was read
     */
    void run(String statement, Duration within, RowReader reader) throws FileGoneException {
        Deadline deadline = new Deadline(within);
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
        boolean isGone = text.contains("No files found") || text.contains("No such file");
        if (isGone && !hasRows) {
            throw new FileGoneException();
        }
        if (isGone) {
            return new EvaluationException(
                    Reason.UNAVAILABLE, "files of the archive were replaced or deleted meanwhile: repeat the query");
        }
        if (text.startsWith("Out of Memory")) {
            return new EvaluationException("the query needs more than the " + memoryMib
                    + " MiB that queries of an archive have; select fewer series or a shorter range");
        }
        return new EvaluationException(
                Reason.UNAVAILABLE,
                "the archive " + archive + " is unreadable: "
                        + text.lines().findFirst().orElse("") + "; weir archive verify names damaged files");
    }

    private synchronized Connection connected() throws SQLException {
        DuckDBConnection known = database;
        if (known == null) {
            known = opened();
            database = known;
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
        DuckDBConnection opened;
        try {
            opened = DriverManager.getConnection("jdbc:duckdb:", settings).unwrap(DuckDBConnection.class);
        } catch (LinkageError | RuntimeException e) {
            throw new EvaluationException("DuckDB, which reads archives, cannot start: " + e
                    + "; it needs glibc, and room for 60 MB in " + System.getProperty("java.io.tmpdir"));
        }
        try (Statement restrict = opened.createStatement()) {
            // Of paths, it checks the pattern, too.
            restrict.execute("SET allowed_directories = [" + Sql.literal(archive + "/") + ", "
                    + Sql.literal(Sql.pattern(archive + "/")) + "]");
            restrict.execute("SET enable_external_access = false");
            restrict.execute("SET lock_configuration = true");
        }
        return opened;
    }
}
