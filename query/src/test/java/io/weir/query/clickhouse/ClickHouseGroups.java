package io.weir.query.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.series.RangeSource;
import io.weir.query.store.StoreGroups;
import io.weir.writer.testing.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A ClickHouse of any version. */
abstract class ClickHouseGroups extends StoreGroups {
    private final Supplier<ServerProcess> servers;
    private @Nullable WrittenClickHouse running;

    ClickHouseGroups(Supplier<ServerProcess> servers) {
        this.servers = servers;
    }

    @Override
    protected void start(Path directory, String lines) {
        WrittenClickHouse store = new WrittenClickHouse(servers.get());
        running = store;
        store.write(lines);
    }

    @Override
    protected String http() {
        return Objects.requireNonNull(running).http();
    }

    @Override
    protected RangeSource store(String http) {
        return WrittenClickHouse.series(http);
    }

    @Override
    protected void end() {
        if (running != null) {
            running.close();
        }
    }

    /** Only other programs than Weir store these. */
    @Test
    void numbersThatAreNotFiniteAreNoSamples() {
        WrittenClickHouse store = Objects.requireNonNull(running);
        store.write("special,host=a v=1 " + TIME + "\n");
        for (String value : List.of("nan", "inf", "-inf")) {
            store.execute("INSERT INTO DB.special (timestamp, host, v) SELECT timestamp, '" + value + "', " + value
                    + " FROM DB.special WHERE host = 'a'");
        }
        assertThat(store.select("SELECT count() FROM DB.special")).isEqualTo("4");
        assertThat(computed("count(sum_over_time(special_v[1m]))")).isEqualTo(Map.of("{}", 1.0));
        assertThat(computed("sum by (host) (avg_over_time(special_v[1m]))")).isEqualTo(Map.of("{host=\"a\"}", 1.0));
        assertThat(computed("min(min_over_time(special_v[1m]))")).isEqualTo(Map.of("{}", 1.0));
    }

    /** The server's own way is that a dot is any character. */
    @Test
    void lineBreaksAreAPartOfALabel() {
        WrittenClickHouse store = Objects.requireNonNull(running);
        store.write("breaks,host=x v=1 " + TIME + "\nbreaks,host=xy v=4 " + TIME + "\n");
        store.execute(
                "INSERT INTO DB.breaks (timestamp, host, v) SELECT timestamp, 'x\\n', 2 FROM DB.breaks WHERE host = 'x'");
        assertThat(computed("sum(sum_over_time(breaks_v{host=~\"[x]\"}[1m]))")).isEqualTo(Map.of("{}", 1.0));
        assertThat(computed("sum(sum_over_time(breaks_v{host=~\"x.*\"}[1m]))")).isEqualTo(Map.of("{}", 5.0));
        assertThat(computed("sum(sum_over_time(breaks_v{host=~\"(?s:x.*)\"}[1m]))"))
                .isEqualTo(Map.of("{}", 7.0));
    }

    @Test
    void onlyWhatIsExactIsComputed() {
        WrittenClickHouse store = Objects.requireNonNull(running);
        for (String table : List.of("singles", "repeated")) {
            store.execute("CREATE TABLE DB." + table + " (timestamp Int64, host String, v "
                    + (table.equals("singles") ? "Float32) ENGINE = ReplacingMergeTree" : "Float64) ENGINE = MergeTree")
                    + " PARTITION BY tuple() ORDER BY (host, timestamp)");
            store.execute("INSERT INTO DB." + table + " VALUES (" + TIME + ", 'h', 0.1), (" + TIME + ", 'h', 0.1)");
        }
        assertThat(evaluated("max(avg_over_time(singles_v[1m]))")).isEqualTo(Map.of("{}", 0.1));
        assertThat(evaluated("sum(count_over_time(repeated_v[1m]))")).isEqualTo(Map.of("{}", 1.0));
    }
}
