package io.weir.standalone.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.questdb.cairo.CairoException;
import io.questdb.cairo.SecurityContext;
import io.weir.contract.service.WantedPort;
import io.weir.standalone.Eventually;
import io.weir.writer.testing.FreePorts;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The port for queries by people to the embedded store. */
@TestInstance(Lifecycle.PER_CLASS)
class StoreQueriesTest {
    private static final String DROP = "GET /exec?query=drop%20table%20cpu HTTP/1.1";
    private static final String SELECT = "GET /exec?query=select%20count()%20from%20cpu HTTP/1.1";

    /** Excludes a refusal because of wrong syntax. */
    private static final String NOT_ALLOWED =
            "permission denied.*: this port is for reading|is disabled|not in dev mode|enterprise|can only be read from";

    private EmbeddedStore store;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        store = EmbeddedStore.start(directory, FreePorts.next());
        StoreClient.write(
                store,
                "cpu,hostname=flp1 value=1.5 1700000000000000000",
                "cpu,hostname=flp2 value=2.5 1700000000000000000");
        Eventually.eventually("two rows are visible", () -> state().contains("[[2]]"));
    }

    @AfterAll
    void end() {
        store.close();
    }

    /**
     * The requests of a browser for {@code fetch("http://127.0.0.1:9000/exec?query=drop table cpu",
     * {mode: "no-cors"})}.
     */
    @Test
    void aPageOfAnotherOriginCannotDropATable() throws Exception {
        assertThat(StoreClient.raw(store, DROP, "Host: 127.0.0.1", "Sec-Fetch-Site: cross-site"))
                .startsWith("HTTP/1.1 403")
                .contains("another origin");
        assertThat(StoreClient.raw(store, DROP, "Host: 127.0.0.1", "Origin: https://evil.example"))
                .startsWith("HTTP/1.1 403")
                .contains("another origin");
        assertThat(StoreClient.raw(store, DROP, "Host: evil.example"))
                .as("DNS rebinding")
                .startsWith("HTTP/1.1 421");
        assertThat(StoreClient.raw(store, DROP, "Host: 127.0.0.1"))
                .as("a browser that tells nothing")
                .startsWith("HTTP/1.1 403");
        assertThat(state()).contains("[[2]]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Origin: https://evil.example",
                "Origin: null",
                "Origin: http://127.0.0.1:8080",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site",
            })
    void aPageOfAnotherOriginIsNotAnswered(String header) throws Exception {
        assertThat(StoreClient.raw(store, SELECT, "Host: 127.0.0.1:9000", header))
                .startsWith("HTTP/1.1 403")
                .doesNotContain("dataset");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Program: curl",
                "Sec-Fetch-Site: none",
                "Sec-Fetch-Site: same-origin",
                "Origin: http://localhost:9000",
            })
    void whoTypesTheAddressIs(String header) throws Exception {
        assertThat(StoreClient.raw(store, SELECT, "Host: localhost:9000", header))
                .startsWith("HTTP/1.1 200")
                .contains("[[2]]");
    }

    @Test
    void noAnswerAllowsOtherOrigins() throws Exception {
        for (String host : new String[] {"127.0.0.1", "evil.example"}) {
            assertThat(StoreClient.raw(store, SELECT, "Host: " + host).toLowerCase(Locale.ROOT))
                    .doesNotContain("access-control")
                    .doesNotContain("set-cookie")
                    .contains("nosniff", "cross-origin-resource-policy: same-origin");
        }
        assertThat(StoreClient.raw(store, "OPTIONS /exec HTTP/1.1", "Host: 127.0.0.1"))
                .startsWith("HTTP/1.1 405")
                .doesNotContain("Access-Control");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select * from cpu",
                "SELECT value FROM cpu WHERE hostname = 'flp1'",
                "cpu",
                "select avg(value) v from cpu where timestamp > '2023-01-01' sample by 1h align to calendar",
                "with c as (select * from cpu) select count() from c",
                "select 'ä|{}^\"+&=%' as text from cpu",
                "show tables",
                "show columns from cpu",
                "show create table cpu",
                "explain select * from cpu",
                "select table_name from tables()",
                "select \"column\", type from table_columns('cpu')",
            })
    void questionsAreAnswered(String query) {
        HttpResponse<String> answer = StoreClient.ask(store, query);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
        assertThat(answer.body()).contains("\"dataset\":[[");
    }

    @Test
    void textSurvivesTheWay() {
        assertThat(StoreClient.ask(store, "select 'ä|{}^+&=%€😀' as text from cpu limit 1")
                        .body())
                .contains("[[\"ä|{}^+&=%€😀\"]]");
        assertThat(StoreClient.get(store, "/exec?query=select%20value%20from%20cpu&limit=1")
                        .body())
                .contains("\"dataset\":[[1.5]]");
    }

    @Test
    void csvIsExported() {
        HttpResponse<String> answer = StoreClient.get(store, "/exp?query=select+value+from+cpu");

        assertThat(answer.body()).isEqualTo("\"value\"\r\n1.5\r\n2.5\r\n");
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/csv"));
    }

    @Test
    void aWrongQuestionIsExplainedByTheStore() {
        HttpResponse<String> answer = StoreClient.ask(store, "select nothing from cpu");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"error\":\"Invalid column: nothing\",\"position\":7");
        assertThat(StoreClient.get(store, "/exec?query=%ff").statusCode()).isEqualTo(400);
    }

    @Test
    void anAbsentStoreIsReported() throws Exception {
        WantedPort port = EmbeddedStore.port(FreePorts.next());
        try (StoreQueries queries = new StoreQueries(port, "http://127.0.0.1:" + FreePorts.next(), "Basic none")) {
            queries.start();
            HttpRequest ask = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + queries.port() + "/exec?query=cpu"))
                    .build();
            HttpResponse<String> answer = HttpClient.newHttpClient().send(ask, HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("the store does not answer");
        }
    }

    /** One of each kind of statement of QuestDB, and functions with side effects. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "drop table cpu",
                "DROP TABLE IF EXISTS cpu",
                "drop all tables",
                "drop all",
                "truncate table cpu",
                "insert into cpu values (now(), 'flp3', 1)",
                "insert into cpu select * from cpu",
                "update cpu set value = 0",
                "create table other (x int)",
                "create table other as (select * from cpu)",
                "create view v as (select * from cpu)",
                "create materialized view m as (select timestamp, avg(value) v from cpu sample by 1h) partition by day",
                "alter table cpu add column x int",
                "alter table cpu drop column value",
                "alter table cpu alter column hostname add index",
                "alter table cpu alter column hostname drop index",
                "alter table cpu alter column hostname symbol capacity 512",
                "alter table cpu force drop partition list '2023-11-14'",
                "alter table cpu dedup enable upsert keys(timestamp)",
                "alter table cpu convert partition to native list '2023-11-14'",
                "alter table cpu rename column value to v",
                "alter table cpu alter column value type float",
                "alter table cpu alter column hostname nocache",
                "alter table cpu drop partition list '2023-11-14'",
                "alter table cpu drop partition where timestamp > 0",
                "alter table cpu detach partition list '2023-11-14'",
                "alter table cpu attach partition list '2023-11-14'",
                "alter table cpu convert partition to parquet list '2023-11-14'",
                "alter table cpu squash partitions",
                "alter table cpu dedup disable",
                "alter table cpu set param maxUncommittedRows = 1",
                "alter table cpu set ttl 1 day",
                "alter table cpu set type bypass wal",
                "alter table cpu suspend wal",
                "alter table cpu resume wal",
                "rename table cpu to other",
                "reindex table cpu lock exclusive",
                "vacuum table cpu",
                "backup table cpu",
                "backup database",
                "checkpoint create",
                "snapshot prepare",
                "copy cpu to 'x' with format parquet",
                "copy cpu from 'x.csv'",
                "copy (select * from cpu) to 'x' with format parquet",
                "cancel query 1",
                "select reload_config()",
                "select flush_query_cache()",
                "select hydrate_table_metadata('*')",
                "select dump_memory_usage()",
                "select dump_thread_stacks()",
                "select * from read_parquet('/etc/passwd')",
            })
    void nothingIsChanged(String statement) {
        String before = state();

        HttpResponse<String> answer = StoreClient.ask(store, statement);

        assertThat(answer.statusCode()).as(answer.body()).isGreaterThanOrEqualTo(400);
        assertThat(answer.body()).containsPattern(NOT_ALLOWED);
        assertThat(state()).isEqualTo(before);
    }

    /** Includes rights that another version of QuestDB may check. */
    @Test
    void theReaderMayNothingElse() {
        Set<String> allowed = Set.of("authorizeHttp", "authorizeSelect", "authorizeSelectOnAnyColumn");
        List<Method> denied = Stream.of(SecurityContext.class.getMethods())
                .filter(method -> method.getName().startsWith("authorize") && !allowed.contains(method.getName()))
                .toList();
        assertThat(denied).hasSizeGreaterThan(40);
        for (Method method : denied) {
            Object[] arguments = Stream.of(method.getParameterTypes())
                    .map(type -> type == int.class ? (Object) 0 : null)
                    .toArray();
            assertThatThrownBy(() -> method.invoke(new StoreUsers.Reader(), arguments))
                    .as(method.toString())
                    .hasCauseInstanceOf(CairoException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "query=drop+table+cpu",
                "query=select+value+from+cpu&fmt=parquet",
                "query=select+count()+n+from+cpu&fmt=parquet",
                "query=select+*+from+cpu+order+by+value&fmt=parquet",
            })
    void anExportChangesNothing(String query) {
        String before = state();

        HttpResponse<String> answer = StoreClient.get(store, "/exp?" + query);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(query.contains("drop") ? 400 : 200);
        assertThat(state()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /exec?query=drop%20table%20cpu", "POST /exec", "POST /write", "GET /", "GET /imp"})
    void theRefusalNamesTheWriter(String request) throws Exception {
        assertThat(StoreClient.raw(store, request + " HTTP/1.1", "Host: localhost", "Content-Length: 0"))
                .startsWith("HTTP/1.1 40")
                .contains("only Weir writes to its embedded store: send metrics to the gateway");
    }

    private String state() {
        return StoreClient.ask(store, "select count() from cpu").body()
                + StoreClient.ask(
                                store,
                                "select table_name, walEnabled, dedup, ttlValue, maxUncommittedRows from tables()")
                        .body()
                + StoreClient.ask(store, "show columns from cpu").body()
                + StoreClient.ask(store, "show partitions from cpu").body()
                + StoreClient.ask(store, "select name, suspended from wal_tables()")
                        .body();
    }
}
