package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.rule.RuleLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sender attacks a whole farm, in which each service has a heap of 1 GiB and the default budgets but one, with
 * ever new series, fields, tags, texts, windows and alarms over UDP and HTTP at once. The rules have as many and as
 * large patterns as a file may have, which each new series of the sender is compared with. The budgets are
 * spent, and what has no room is refused with its reason. No service ends, and the lines, windows and
 * alarms of another sender are exact, also after processing was killed. The attacker's lines are not
 * stored: a table with columns without end would be an attack on the store.
 */
@Tag("nightly")
class FarmAttackTest {
    /** The most of {@link #pattern} that a file may have. */
    private static final int PATTERNS = 110;

    private static final String JUNK = """
              - {name: texts, match: {measurement: junk}, field: status, mode: change, on: [live]}
            route:
              - {match: {measurement: [noise, "junk*"]}, to: [live]}
            aggregate:
              - {name: junk, match: {measurement: junk}, fields: ["*"], functions: [mean, max, stddev], window: 1s, grace: 10m, keep-raw: true}
            """;
    private static final String NOISE =
            "  - {name: noise, match: {measurement: noise}, field: value, path: [id], major: {above: 95}}\n";

    private static final List<String> BUDGETS =
            List.of("series-budget", "field-budget", "suppress-budget", "window-budget");

    /** Of the default, the attack would need half a million alarms. */
    private static final String ALARMING_STATE_BYTES = "8388608";

    private static final Duration SPENT_WITHIN = Duration.ofMinutes(4);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Farm farm;

    FarmAttackTest(@TempDir Path directory) throws IOException {
        farm = new Farm(directory, new Brokers(directory, 1), rules(PATTERNS))
                .with("alarming", Map.of("WEIR_ALARMING_STATE_BYTES", ALARMING_STATE_BYTES))
                .createTopics();
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void anAttackerChangesNoWindowAndNoAlarmOfOthers() throws Exception {
        System.out.println("FarmAttackTest seed=" + seed);
        assertThatThrownBy(() -> RuleLoader.parse("rules.yaml", rules(PATTERNS + 1)))
                .hasMessageContaining("characters of regular expressions");
        farm.start();
        try (FarmLoad load = new FarmLoad(farm.inputPort())) {
            eventually("the first is stored", () -> farm.account().stored() > 0);
            try (CardinalityAttack attack = new CardinalityAttack(farm.inputPort(), new Random(seed))) {
                for (String budget : BUDGETS) {
                    farm.await(
                            budget + " is spent", SPENT_WITHIN, () -> refused().containsKey(budget));
                }
                farm.await("the budget of alarms is spent", SPENT_WITHIN, () -> refusedByAlarming() > 0);
                System.out.println("FarmAttackTest " + attack.lines() + " lines were sent: " + refused());
                farm.service("processing").replace();
                farm.awaitReady();
                int accepted = load.accepted();
                farm.await("more is accepted", SPENT_WITHIN, () -> load.accepted() > accepted + 100);
            }
            System.out.println("FarmAttackTest " + refused());
            load.end();
            farm.account().check(load);
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
        farm.awaitReady();
        assertThat(farm.ends()).as("services that ended by themselves").isZero();
    }

    private static String rules(int patterns) {
        String suppress = IntStream.range(0, patterns)
                .mapToObj(FarmAttackTest::pattern)
                .collect(joining("", "suppress:\n", JUNK));
        return FarmRules.TEXT.replace("aggregate:\n", suppress) + NOISE;
    }

    /** A rule with one of the largest patterns, which matches no series. */
    private static String pattern(int number) {
        String repeated = "abcdefghi".replaceAll("(.)", "$1{1000}");
        return "  - {name: p%d, match: {measurement: junk, tags: {id: \"/x%d%s/\"}}, field: status, mode: change}\n"
                .formatted(number, number, repeated);
    }

    /** How many lines processing has refused since its start, by reason. */
    private Map<String, Double> refused() {
        return farm.service("processing").byReason("weir_processing_rejected_total");
    }

    private double refusedByAlarming() {
        Instance alarming = farm.service("alarming");
        return alarming.meter("weir_alarming_series_refused_total")
                + alarming.meter("weir_alarming_alarms_refused_total");
    }
}
