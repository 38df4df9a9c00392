package io.weir.query.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.http.Authorization;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import io.weir.writer.testing.ServerProcess;
import java.time.Duration;
import java.util.Optional;

/** A real ClickHouse whose tables are those of the writer. */
public final class WrittenClickHouse implements AutoCloseable {
    private static final String DATABASE = "met-rics";
    private static final String PASSWORD = "secret";

    private final ServerProcess server;
    private final Store writer;

    public WrittenClickHouse(ServerProcess server) {
        this.server = server;
        this.writer = Stores.open(
                StoreCatalog.BUILT_IN.parse("clickhouse://weir@" + server.address() + "/" + DATABASE),
                new StoreOptions(Optional.of(PASSWORD), Duration.ofMinutes(1)));
    }

    public String http() {
        return "http://" + server.address();
    }

    public ClickHouseSeries series() {
        return series(http());
    }

    /** The same at another address. */
    static ClickHouseSeries series(String http) {
        return new ClickHouseSeries(http, DATABASE, Optional.of(Authorization.basic("weir", PASSWORD)));
    }

    ClickHouseSeries series(String user, String password, String database) {
        return new ClickHouseSeries(http(), database, Optional.of(Authorization.basic(user, password)));
    }

    /** Writes canonical lines by the writer, with an insert for each table. */
    public void write(String lines) {
        byte[] bytes = lines.getBytes(UTF_8);
        assertThat(writer.prepare(bytes, bytes.length, (from, to, reason) -> {
                    throw new AssertionError(reason + ": " + new String(bytes, from, to - from, UTF_8));
                }))
                .isEqualTo(Reply.STORED);
        assertThat(writer.write(bytes, 0, bytes.length)).isEqualTo(Reply.STORED);
    }

    /** Runs a statement, in which {@code DB} is the database. */
    void execute(String statement) {
        server.post("/", statement.replace("DB", "`" + DATABASE + "`"));
    }

    /** The text of an answer. */
    String select(String statement) {
        return server.post("/", statement.replace("DB", "`" + DATABASE + "`")).strip();
    }

    @Override
    public void close() {
        writer.close();
        server.close();
    }
}
