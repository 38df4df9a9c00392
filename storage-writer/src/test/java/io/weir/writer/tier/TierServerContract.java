package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.testing.TierPoint;
import io.weir.writer.tier.TierServer.Life;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every store with tiers: each value of a tier equals the value computed from raw. */
abstract class TierServerContract {
    static final StorageRules RULES = Tiers.rules("""
            storage:
              tiers: [{name: raw, keep: 1d}, {name: s10, every: 10s, keep: 30d}, {name: m1, every: 1m, keep: 2y}]
              functions:
                - {measurement: "all*", numbers: [max, stddev, spread, sum, first, last, mean, min, count]}
              exempt:
                - {match: {measurement: debug}}
                - {match: {measurement: "/[ac].*/", tags: {role: "t*"}, without: [none], not: {host: "x*", none: "y"}}}
            """);

    StoreLines lines;
    Tiers tiers;
    TierPoints points;
    private Recomputer recomputer;
    private final LateLines late = new LateLines(RULES.computed());
    private @Nullable Life before;
    /** Windows that a round left for the next one. */
    List<Mark> rest = List.of();

    abstract String url();

    abstract Optional<String> token();

    /** Drops raw and all tiers. */
    abstract void clear();

    /**
     * The rows of a tier: fields by {@link TierPoints#key}, numbers {@linkplain TierPoint#rounded rounded}, flags as
     * texts.
     */
    abstract Map<String, Map<String, Object>> rows(String tier, String measurement);

    @BeforeEach
    void openStore() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println(getClass().getSimpleName() + " seed=" + seed);
        points = new TierPoints(seed);
        lines = new StoreLines(url(), token());
        tiers = new Tiers(url(), token());
        recomputer = new Recomputer(
                TierServers.of(StoreCatalog.BUILT_IN.parse(url()), token()).orElseThrow(),
                new TierMeters(new SimpleMeterRegistry(), "main"),
                System::nanoTime);
    }

    @AfterEach
    void closeStore() {
        lines.close();
        clear();
    }

    @Test
    void everyValueIsWhatRawGives() throws IOException {
        tiers.apply(RULES, true);
        for (int round = 0; round < 5; round++) {
            List<String> some = new ArrayList<>();
            some.addAll(points.lines("cpu", round > 1, now(), 60));
            some.addAll(points.lines(round > 2 ? "all late" : "all", round % 2 == 1, now(), 60));
            some.addAll(points.lines("debug", false, now(), 3));
            upkeep(some.stream()
                    .map(line -> line.replace("all late", "all\\ late"))
                    .toList());

            for (String measurement : List.of("cpu", "all", "all late")) {
                assertSame(measurement);
            }
        }
        assertThat(tiers.plan(RULES)).isEmpty();
    }

    @Test
    void aNewTierHasWhatRawHas() throws IOException {
        List<String> some = points.lines("cpu", true, now(), 100);
        StorageRules raw = Tiers.rules("storage: {tiers: [{name: raw, keep: 1d}]}");
        tiers.apply(raw, true);
        lines.write(some.toArray(String[]::new));

        tiers.apply(RULES, true);

        assertSame("cpu");
        assertThat(tiers.plan(RULES)).isEmpty();
    }

    /** Windows of both lengths would count values twice. */
    @Test
    void theWindowsOfATierKeepTheirLength() throws IOException {
        StorageRules others = Tiers.rules("""
                storage:
                  tiers: [{name: raw, keep: 1d}, {name: s10, every: 10s, keep: 30d}, {name: m1, every: 2m, keep: 2y}]
                  functions:
                    - {measurement: "all*", numbers: [max, stddev, spread, sum, first, last, mean, min, count]}
                """);
        tiers.apply(RULES, true);
        List<String> some = points.lines("cpu", true, now(), 100);
        upkeep(some);
        assertSame("cpu");
        Map<String, Map<String, Object>> is = rows("m1", "cpu");

        assertThat(tiers.plan(others))
                .anyMatch(line -> line.contains("(windows of another length: never; give the tier another name)"));
        tiers.apply(others, true);
        byte[] bytes = TierPoints.bytes(some);
        List<Mark> marks =
                new ArrayList<>(new LateLines(others.computed()).of(bytes, bytes.length, System.currentTimeMillis()));
        recomputer.grow(others, marks::add);
        Recomputer.Round round = recomputer.run(others, marks, before);

        assertThat(round.rest()).isEmpty();
        assertThat(rows("m1", "cpu")).containsAllEntriesOf(is);
        assertThat(tiers.plan(others)).isNotEmpty();
    }

    /** Stores lines and does what the worker does for them. */
    void upkeep(List<String> some) throws IOException {
        lines.write(some.toArray(String[]::new));
        byte[] bytes = TierPoints.bytes(some);
        List<Mark> marks = late.of(bytes, bytes.length, System.currentTimeMillis());
        round(marks);
        List<Mark> later = new ArrayList<>();
        recomputer.grow(RULES, later::add);
        if (!later.isEmpty()) {
            round(later);
        }
    }

    private void round(List<Mark> marks) throws IOException {
        Recomputer.Round round = recomputer.run(
                RULES, Stream.concat(rest.stream(), marks.stream()).toList(), before);
        before = round.life();
        rest = round.rest();
    }

    void assertSame(String measurement) {
        for (StorageTier tier : RULES.computed()) {
            Map<String, Map<String, Object>> shall =
                    points.tier(measurement, tier.window().toMillis(), measurement.startsWith("all"));
            assertThat(new TreeMap<>(rows(tier.name(), measurement)))
                    .as("%s of %s", tier.name(), measurement)
                    .isEqualTo(shall);
        }
    }

    /**
     * The blocks of code on the page about stores.
     *
     * @param kind a regular expression for the text after the opening fence
     */
    static List<String> blocks(String kind) throws IOException {
        return Pattern.compile("```" + kind + "\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", "storage.md")))
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    /** The rules in the example of this page. */
    static StorageRules documentedRules() throws IOException {
        return RuleLoader.parse("storage.md", blocks("yaml(?=\\nversion: 1)").get(0))
                .storage();
    }

    static long now() {
        return System.currentTimeMillis() * 1_000_000;
    }
}
