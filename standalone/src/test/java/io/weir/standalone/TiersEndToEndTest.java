package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tiers of real stores of two targets. Metrics are late by up to 60 windows, the store and the
 * writer have outages, a writer is killed, and measurements are new.
 */
@Tag("long")
@Tag("waits")
class TiersEndToEndTest {

    @ParameterizedTest(name = "InfluxDB {0}.x")
    @ValueSource(ints = {1, 2})
    void everyValueOfEveryTierOfInfluxDbIsWhatRawGives(int major, @TempDir Path directory) throws IOException {
        everyValueIsWhatRawGives(TierStore.Influx.start(major), directory);
    }

    @Test
    void everyValueOfEveryTierOfClickHouseIsWhatRawGives(@TempDir Path directory) throws IOException {
        everyValueIsWhatRawGives(TierStore.ClickHouse.begin(), directory);
    }

    @Test
    void aRefusedTableIsComputedLaterAndHoldsNoOtherBack(@TempDir Path directory) throws IOException {
        try (TierStore.ClickHouse store = TierStore.ClickHouse.begin();
                TierTrial trial = new TierTrial(directory, store)) {
            trial.startWriter();
            trial.feed(2, "cpu", "later");
            eventually("there is a tier", () -> !trial.series("metrics", "s2", "cpu")
                    .isMissingNode());
            store.server().post("/", "ALTER TABLE weir_metrics_s2.cpu ADD CONSTRAINT no CHECK host = 'none'");
            trial.feed(6, "cpu", "later");
            trial.tiersAreWhatRawGives("metrics", "later", "later");
            trial.stopWriter();
            trial.startWriter();
            store.server().post("/", "ALTER TABLE weir_metrics_s2.cpu DROP CONSTRAINT no");

            trial.tiersAreWhatRawGives("metrics", "cpu", "cpu");
        }
    }

    /** ClickHouse does not list such a table. */
    @Test
    void aTableWithoutRightsIsComputedLaterAndHoldsNoOtherBack(@TempDir Path directory) throws IOException {
        Map<String, List<String>> roles = Map.of(
                "everything", List.of("ALL ON *.*"),
                "fewer",
                        List.of(
                                "ALL ON metrics.*",
                                "ALL ON weir_metrics_s2.later",
                                "ALL ON weir_metrics_s10.later",
                                "ALL ON second.*",
                                "ALL ON weir_second_s2.*",
                                "ALL ON weir_second_s10.*"));
        try (TierStore.ClickHouse store = TierStore.ClickHouse.begin(roles);
                TierTrial trial = new TierTrial(directory, store)) {
            trial.startWriter();
            trial.feed(2, "cpu", "later");
            eventually("there is a tier", () -> !trial.series("metrics", "s10", "cpu")
                    .isMissingNode());
            eventually("tiers have all columns", () -> trial.planned("metrics").isEmpty());
            store.server().post("/", "SET ROLE fewer");
            trial.feed(6, "cpu", "later");
            trial.tiersAreWhatRawGives("metrics", "later", "later");
            trial.stopWriter();
            trial.startWriter();
            store.server().post("/", "SET ROLE everything");

            trial.tiersAreWhatRawGives("metrics", "cpu", "cpu");
        }
    }

    private static void everyValueIsWhatRawGives(TierStore started, Path directory) throws IOException {
        try (TierStore store = started;
                TierTrial trial = new TierTrial(directory, store)) {
            trial.feedUntilKilled("cpu");
            trial.startWriter();
            trial.feed(3, "cpu", "elsewhere");
            store.kill();
            trial.feed(3, "cpu", "later");
            store.start();
            trial.feed(2, "cpu", "later");
            trial.stopWriter();
            trial.feed(3, "cpu", "later", "elsewhere");
            trial.startWriter();

            trial.tiersAreWhatRawGives("metrics", "cpu", "cpu");
            trial.tiersAreWhatRawGives("metrics", "later", "later");
            // A measurement for each role: tiers have the same names as raw.
            trial.tiersAreWhatRawGives("second", "cpu", "cpu.flp");
            trial.tiersAreWhatRawGives("second", "elsewhere", "elsewhere");
            // Routed to another database or bucket, which has no tiers.
            assertThat(trial.stored("other", "elsewhere")).isEqualTo(trial.fed("elsewhere"));
            assertThat(trial.series("metrics", "s2", "elsewhere").isMissingNode())
                    .isTrue();
            for (String database : List.of("metrics", "second")) {
                eventually("tiers of measurements that are new are made", () -> trial.planned(database)
                        .isEmpty());
            }
            trial.nothingWaits();
        }
    }
}
