package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.service.BoundHost;
import io.weir.dashboard.http.Embedders;
import io.weir.dashboard.http.LocalAccess;
import io.weir.dashboard.http.WebServer;
import io.weir.query.api.Turns;
import io.weir.query.api.ValueLimits;
import io.weir.query.api.ValuesApi;
import io.weir.query.questdb.QuestDbSeries;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Raw values of a real QuestDB over HTTP. */
@Tag("long")
@Timeout(240)
class ValuesEndpointTest {
    private static final String OF_DISK = "series=%7B__measurement__%3D%22disk%22%7D&from=0&to=1800000000";
    private static final String OF_CPU = "series=cpu&from=0&to=1800000000";
    private static final long MOST = 3_000;

    private final HttpClient client = HttpClient.newHttpClient();
    private Path directory;
    private EmbeddedQuestDb store;
    private WebServer web;

    @BeforeEach
    void start(@TempDir Path empty) {
        directory = empty;
        store = new EmbeddedQuestDb(directory.resolve("store")).start();
        run("CREATE TABLE disk (timestamp TIMESTAMP_NS, host SYMBOL, used DOUBLE, files LONG, state VARCHAR, ro"
                + " BOOLEAN, bins DOUBLE[]) TIMESTAMP(timestamp)");
        run(
                "INSERT INTO disk VALUES ('2023-11-14T22:13:20.000000007Z', 'a \"b\"', 1.5, 9007199254740993, 'ok, \"yes\"',"
                        + " true, ARRAY[1.5, 2])");
        run("CREATE TABLE cpu AS (SELECT timestamp_sequence('2023-11-14T22:13:20', 1000) timestamp, rnd_double() value"
                + " FROM long_sequence(20000)) TIMESTAMP(timestamp)");
        String http = store.url().replace("questdb:", "http:");
        ValuesApi values = new ValuesApi(
                new QuestDbSeries(http, Optional.empty()),
                new ValueLimits(MOST, 1 << 30, Duration.ofMinutes(2)),
                new Turns(1),
                Clock.systemUTC());
        web = new WebServer(
                new WebServer.Site("127.0.0.1", 0, Optional.empty(), Embedders.NONE),
                1,
                new LocalAccess(Optional.empty(), Optional.empty(), BoundHost.of("127.0.0.1"), false, "otto"),
                Clock.systemUTC(),
                new QueryApi(Optional.empty(), Optional.of(values)).endpoints(),
                "io/weir/dashboard/page/");
        web.start();
    }

    @AfterEach
    void close() {
        web.close();
        store.close();
    }

    private void run(String statement) {
        assertThat(store.exec(statement).has("error")).as(statement).isFalse();
    }

    private HttpRequest.Builder request(String parameters) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + web.port() + "/api/v1/values?" + parameters));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void eachValueIsALine() throws Exception {
        HttpResponse<String> answer = send(request(OF_DISK));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("content-type")).contains("application/x-ndjson");
        String start = "{\"measurement\":\"disk\",\"tags\":{\"host\":\"a \\\"b\\\"\"},\"field\":\"";
        String time = "\",\"time\":\"2023-11-14T22:13:20.000000007Z\",\"type\":\"";
        assertThat(answer.body().lines())
                .containsExactly(
                        start + "used" + time + "float\",\"value\":1.5}",
                        start + "files" + time + "integer\",\"value\":9007199254740993}",
                        start + "state" + time + "text\",\"value\":\"ok, \\\"yes\\\"\"}",
                        start + "ro" + time + "boolean\",\"value\":true}",
                        start + "bins" + time + "array\",\"value\":[1.5,2.0]}",
                        "{\"complete\":true,\"values\":5}");
        String csv = send(request(OF_DISK).header("Accept", "text/csv")).body();
        String row = "2023-11-14T22:13:20.000000007Z,\"disk\",\"{\"\"host\"\":\"\"a \\\"\"b\\\"\"\"\"}\",";
        assertThat(csv.lines())
                .containsExactly(
                        "time,measurement,tags,field,type,value",
                        row + "\"used\",float,1.5",
                        row + "\"files\",integer,9007199254740993",
                        row + "\"state\",text,\"ok, \"\"yes\"\"\"",
                        row + "\"ro\",boolean,true",
                        row + "\"bins\",array,\"[1.5,2.0]\"");
        HttpRequest.Builder post = request("")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(OF_DISK + "&format=csv"));
        assertThat(send(post).body()).isEqualTo(csv);
        HttpResponse<byte[]> parquet =
                client.send(request(OF_DISK + "&format=parquet").build(), HttpResponse.BodyHandlers.ofByteArray());
        assertThat(parquet.headers().firstValue("content-type")).contains("application/vnd.apache.parquet");
        assertThat(read(parquet.body()))
                .containsExactly(
                        "2023-11-14 22:13:20.000000007|used|1.5|null|null|null|null",
                        "2023-11-14 22:13:20.000000007|files|null|9007199254740993|null|null|null",
                        "2023-11-14 22:13:20.000000007|state|null|null|null|ok, \"yes\"|null",
                        "2023-11-14 22:13:20.000000007|ro|null|null|true|null|null",
                        "2023-11-14 22:13:20.000000007|bins|null|null|null|null|[1.5, 2.0]");
        HttpResponse<String> head = send(request(OF_DISK).method("HEAD", BodyPublishers.noBody()));
        assertThat(head.headers().firstValue("content-type")).contains("application/x-ndjson");
        assertThat(head.body()).isEmpty();
        assertThat(send(request("series=none_such&from=0")).body()).isEqualTo("{\"complete\":true,\"values\":0}\n");
    }

    private List<String> read(byte[] parquet) throws Exception {
        Path file = Files.write(directory.resolve("answer.parquet"), parquet);
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT time::VARCHAR, field, value_float, value_integer,"
                        + " value_boolean, value_text, value_array::DOUBLE[]::VARCHAR FROM '" + file + "'")) {
            while (found.next()) {
                StringJoiner row = new StringJoiner("|");
                for (int i = 1; i <= 7; i++) {
                    row.add(String.valueOf(found.getString(i)));
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }

    @Test
    void wrongRequestsAreRefused() throws Exception {
        HttpResponse<String> format = send(request(OF_DISK + "&format=xml"));
        assertThat(format.statusCode()).isEqualTo(400);
        assertThat(format.body()).contains("\"errorType\":\"bad_data\"", "none of ndjson, csv and parquet");
        assertThat(send(request("series=rate(cpu%5B1m%5D)&from=0")).body()).contains("is not a selector");
        assertThat(send(request("series=cpu")).body()).contains("invalid parameter \\\"from\\\"");
        assertThat(send(request("series=cpu&from=2&to=1")).body()).contains("the end is before");
        assertThat(send(request("from=0").method("HEAD", BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(400);
    }

    /** A client can distinguish a complete answer from one that a limit cut. */
    @Test
    void answerBeyondALimitBreaksTheConnection() throws Exception {
        assertThatThrownBy(() -> send(request(OF_CPU))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> send(request(OF_CPU + "&format=csv"))).isInstanceOf(IOException.class);
        // Of Parquet, nothing was sent yet.
        HttpResponse<String> parquet = send(request(OF_CPU + "&format=parquet"));
        assertThat(parquet.statusCode()).isEqualTo(422);
        assertThat(parquet.body()).contains("the answer has more than 3000 values;");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), web.port())) {
            socket.getOutputStream()
                    .write(("GET /api/v1/values?" + OF_CPU + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            assertThat(answer)
                    .startsWith("HTTP/1.1 200")
                    .contains(
                            "{\"complete\":false,\"errorType\":\"execution\",\"error\":\"the answer has more than 3000 values;")
                    .doesNotEndWith("\r\n0\r\n\r\n");
        }
        // The place is free again.
        assertThat(send(request(OF_DISK)).statusCode()).isEqualTo(200);
    }
}
