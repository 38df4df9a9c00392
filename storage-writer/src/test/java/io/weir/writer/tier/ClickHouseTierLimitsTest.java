package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.testing.ClickHouseServers;
import io.weir.writer.testing.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tiers of a real ClickHouse 26 whose profile limits statements. */
@Tag("long")
@TestInstance(Lifecycle.PER_CLASS)
class ClickHouseTierLimitsTest {
    private static final StorageRules RULES =
            Tiers.rules("storage: {tiers: [{name: raw, keep: 1d}, {name: m1, every: 1m, keep: 2y}]}");
    private static final long MINUTE = 60_000_000_000L;

    /** The pause after a refusal. */
    private static final long PAUSE_NANOS = 600_000_000_000L;

    private final AtomicLong nanos = new AtomicLong();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private ServerProcess server;
    private TierServer house;
    private Recomputer recomputer;
    private StoreLines lines;
    private Tiers tiers;
    private long start;

    @BeforeAll
    void start() {
        server = ClickHouseServers.chdb();
    }

    @AfterAll
    void end() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void open() throws IOException {
        String url = "clickhouse://weir@" + server.address() + "/limits";
        lines = new StoreLines(url, Optional.of("secret"));
        tiers = new Tiers(url, Optional.of("secret"));
        house = TierServers.of(StoreCatalog.BUILT_IN.parse(url), Optional.of("secret"))
                .orElseThrow();
        recomputer = new Recomputer(
                house,
                new TierMeters(registry, "main"),
                // However slow the machine is.
                nanos::get);
        start = System.currentTimeMillis() * 1_000_000 / MINUTE * MINUTE - 120 * MINUTE;
        lines.write("cpu,host=a value=0 " + start, "disk,host=a value=0 " + start);
        tiers.apply(RULES, true);
    }

    @AfterEach
    void close() {
        lines.close();
        limit(Map.of(
                "max_rows_to_group_by", "DEFAULT", "max_memory_usage", "DEFAULT", "max_untracked_memory", "DEFAULT"));
        server.post("/", "DROP DATABASE limits");
        server.post("/", "DROP DATABASE weir_limits_m1");
    }

    @Test
    void theFirstRowOfRawIsKnownWithoutReadingRows() throws IOException {
        write("cpu", 100, 500);
        server.post("/", "TRUNCATE TABLE limits.disk");
        limit(Map.of("max_rows_to_read", "10"));

        assertThat(house.first("cpu")).hasValue(start / 1_000_000);
        assertThat(house.first("disk")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "max_rows_to_read, 1000, read_overflow_mode, break",
        "max_rows_to_read_leaf, 1000, read_overflow_mode_leaf, break",
        "max_rows_to_group_by, 10, group_by_overflow_mode, any"
    })
    void aProfileThatLetsStatementsEndEarlyGetsNoWrongTier(String limit, String value, String mode, String early)
            throws IOException {
        write("cpu", 1, 30_000);
        limit(Map.of(limit, value, mode, "'" + early + "'"));

        assertThat(recomputer.run(RULES, List.of(), null).rest()).isNotEmpty();

        limit(Map.of(limit, "DEFAULT", mode, "DEFAULT"));
        assertThat(sums("cpu")).as("unchanged").isEqualTo(Map.of(start, 0.0));
        nanos.addAndGet(PAUSE_NANOS);
        assertThat(recomputer.run(RULES, List.of(), null).rest()).isEmpty();
        assertThat(sums("cpu")).isEqualTo(expected(1, 30_000));
    }

    @Test
    void aMeasurementMayHaveHundredsOfFields() throws IOException {
        int fields = 900;
        String values = IntStream.range(0, fields)
                .mapToObj(field -> "a_field_with_a_long_name_" + field + "=" + field)
                .collect(Collectors.joining(","));
        lines.write("wide,host=a " + values + " " + start);

        tiers.apply(RULES, true);

        assertThat(tiers.plan(RULES)).isEmpty();
        String last = "a_field_with_a_long_name_" + (fields - 1);
        assertThat(ClickHouseRows.select(
                                server,
                                "SELECT " + last + "_mean AS v, " + last + "_count AS n FROM weir_limits_m1.wide FINAL")
                        .toString())
                .isEqualTo("[{\"v\":" + (fields - 1) + ",\"n\":1}]");
    }

    @Test
    void aTableTooLargeForTheProfileIsComputedInParts() throws IOException {
        write("cpu", 100, 50);
        limit(Map.of("max_rows_to_group_by", "1000"));

        assertThat(recomputer.run(RULES, List.of(), null).rest()).isEmpty();

        limit(Map.of("max_rows_to_group_by", "DEFAULT"));
        assertThat(sums("cpu")).isEqualTo(expected(100, 50));
    }

    @Test
    void roundsComputeANewColumnInParts() throws IOException {
        write("cpu", 100, 50);
        lines.write("cpu,host=a value=0,other=1 " + start);
        limit(Map.of("max_rows_to_group_by", "1000"));
        TierServer.Life before = house.life();
        List<Mark> later = new ArrayList<>();
        assertThatThrownBy(() -> recomputer.grow(RULES, windows -> {
                    throw new IOException("Kafka is away");
                }))
                .hasMessage("Kafka is away");
        assertThat(tiers.plan(RULES)).as("until the windows are noted").hasSize(1);

        recomputer.grow(RULES, later::add);
        assertThat(later).singleElement().satisfies(mark -> assertThat(mark.fromMillis())
                .isEqualTo(start / 1_000_000));
        assertThat(tiers.plan(RULES)).isEmpty();
        assertThat(recomputer.run(RULES, later, before).rest()).isEmpty();

        limit(Map.of("max_rows_to_group_by", "DEFAULT"));
        assertThat(sums("cpu")).isEqualTo(expected(100, 50));
    }

    @Test
    void aTableThatNeedsTooMuchMemoryHoldsNoOtherBack() throws IOException {
        write("cpu", 5, 50_000);
        write("disk", 100, 1);
        limit(Map.of("max_memory_usage", "20000000", "max_untracked_memory", "1"));

        Recomputer.Round round = recomputer.run(RULES, List.of(), null);

        assertThat(round.rest()).singleElement().satisfies(mark -> assertThat(mark.measurement())
                .contains("cpu"));
        assertThat(registry.get("weir.writer.tiers.failures").counter().count()).isEqualTo(1);
        limit(Map.of("max_memory_usage", "DEFAULT", "max_untracked_memory", "DEFAULT"));
        assertThat(sums("disk")).isEqualTo(expected(100, 1));

        nanos.addAndGet(PAUSE_NANOS);
        assertThat(recomputer.run(RULES, round.rest(), round.life()).rest()).isEmpty();
        assertThat(sums("cpu")).isEqualTo(expected(5, 50_000));
    }

    /** In each minute, as many rows with the values from 0 on. */
    private void write(String measurement, int minutes, int rows) {
        server.post(
                "/",
                "INSERT INTO limits." + measurement + " (timestamp, host, value) SELECT fromUnixTimestamp64Nano("
                        + start
                        + " + intDiv(number, " + rows + ") * " + MINUTE + " + number % " + rows
                        + "), concat('h', toString(number % " + rows + ")), number % " + rows + " FROM numbers("
                        + minutes * rows + ") WHERE number > 0");
    }

    /** The sum of the values of each window. */
    private Map<Long, Double> sums(String measurement) {
        return ClickHouseRows.select(
                        server,
                        "SELECT toString(toUnixTimestamp64Nano(timestamp)) AS time, sum(value_mean) AS v FROM"
                                + " weir_limits_m1." + measurement + " FINAL GROUP BY time")
                .valueStream()
                .collect(Collectors.toMap(
                        row -> row.path("time").asLong(), row -> row.path("v").asDouble()));
    }

    private Map<Long, Double> expected(int minutes, int rows) {
        return IntStream.range(0, minutes)
                .boxed()
                .collect(Collectors.toMap(minute -> start + minute * MINUTE, minute -> rows * (rows - 1.0) / 2));
    }

    private void limit(Map<String, String> settings) {
        settings.forEach((name, value) -> server.post("/", "SET " + name + " = " + value));
    }
}
