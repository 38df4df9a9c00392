package io.weir.query.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.writer.testing.ClickHouseServers;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** ClickHouse of 2018, with the HTTP server of ClickHouse. */
class ClickHouse18SeriesTest extends ClickHouseContract {
    ClickHouse18SeriesTest() {
        super(ClickHouseServers::debian);
    }

    /** The setting {@code readonly = 1} forbids other settings, too. */
    @Test
    void userWhoMayOnlyReadIsEnough() {
        Allowance plenty = new Allowance(1_000, 1_000, Duration.ofMinutes(1));
        assertThat(store().series("reader", "secret", "met-rics").select(of("first"), 0, 2_000_000_000_000L, plenty))
                .hasSize(1);
    }

    /** The server sends the first rows before it computes the last ones. */
    @Test
    void errorAfterRowsIsReported() {
        ClickHouseStatements statements = new ClickHouseStatements(store().http(), Optional.empty());
        long[] rows = {0};
        assertThatThrownBy(() -> statements.run(
                        "SELECT number, throwIf(number = 990000) FROM system.numbers LIMIT 1000000",
                        Duration.ofMinutes(1),
                        row -> {
                            rows[0]++;
                            while (row.nextToken() != JsonToken.END_ARRAY) {
                                // Cells are not compared.
                            }
                        }))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.EXECUTION))
                .hasMessageContaining("refuses the query: Code: 395, e.displayText() = DB::Exception: Value passed");
        assertThat(rows[0]).isPositive();
    }
}
