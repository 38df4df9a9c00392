package io.weir.writer.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.questdb.ServerMain;
import io.questdb.log.LogFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A QuestDB in this JVM. Can be stopped and restarted with the same directory and port. */
public final class EmbeddedQuestDb implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final Path directory;
    private final int port;
    private @Nullable ServerMain server;

    /** A stopped instance with its data in this directory. */
    public EmbeddedQuestDb(Path directory) {
        this(directory, FreePorts.next());
    }

    /** A stopped instance for this port. */
    public EmbeddedQuestDb(Path directory, int port) {
        this.directory = directory;
        this.port = port;
    }

    /** Returns once it answers. */
    public EmbeddedQuestDb start() {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        System.setProperty(LogFactory.CONFIG_SYSTEM_PROPERTY, "/io/weir/writer/testing/questdb-log.conf");
        ServerMain started = ServerMain.create(
                directory.toString(),
                Map.of(
                        "QDB_HTTP_BIND_TO", "127.0.0.1:" + port,
                        "QDB_HTTP_MIN_ENABLED", "false",
                        "QDB_PG_ENABLED", "false",
                        "QDB_LINE_TCP_ENABLED", "false",
                        "QDB_TELEMETRY_ENABLED", "false"));
        started.start();
        server = started;
        return this;
    }

    /** Stops it; its data stays. */
    public void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    /** Its address for the writer. */
    public String url() {
        return "questdb://127.0.0.1:" + port;
    }

    /** The first cell of a query's result, once every written row is visible. */
    public String value(String query) {
        return rows(query).path(0).path(0).asText();
    }

    /**
     * Whether a table has a row that can be read. The writer creates a table before it writes the
     * first row, whose fields then become columns.
     */
    public boolean hasRows(String table) {
        return exec("SELECT count() FROM " + table)
                        .path("dataset")
                        .path(0)
                        .path(0)
                        .asLong()
                > 0;
    }

    /** A query's rows, once every written row is visible. */
    public JsonNode rows(String query) {
        ServerMain running = server;
        if (running == null) {
            throw new IllegalStateException("stopped");
        }
        exec("SELECT name FROM wal_tables()")
                .path("dataset")
                .forEach(row -> running.awaitTable(row.path(0).asText()));
        JsonNode answer = exec(query);
        if (answer.has("error")) {
            throw new IllegalStateException(query + ": " + answer.path("error").asText());
        }
        return answer.path("dataset");
    }

    /** Runs a statement. Returns the unmodified answer. */
    public JsonNode exec(String statement) {
        try {
            URI uri = URI.create(
                    "http://127.0.0.1:" + port + "/exec?query=" + URLEncoder.encode(statement, StandardCharsets.UTF_8));
            return JSON.readTree(http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                    .body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        stop();
    }
}
