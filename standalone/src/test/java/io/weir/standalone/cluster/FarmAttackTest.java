package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.Rejection;
import io.weir.standalone.TestTopics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sender attacks a whole farm, in which each service has a heap of 1 GiB and the default budgets but one, with
 * ever new series, fields, tags, texts, windows and alarms over UDP and HTTP at once. The budgets are
 * spent, and what has no room is refused with its reason. No service ends, and the lines, windows and
 * alarms of another sender are exact, also after processing was killed. The attacker's lines are not
 * stored: a table with columns without end would be an attack on the store.
 */
@Tag("nightly")
class FarmAttackTest {
    private static final String RULES = FarmRules.TEXT.replace("aggregate:\n", """
            suppress:
              - {name: texts, match: {measurement: junk}, field: status, mode: change}
            route:
              - {match: {measurement: [noise, "junk*"]}, to: [live]}
            aggregate:
              - {name: junk, match: {measurement: junk}, fields: ["*"], functions: [mean, max, stddev], window: 1s, grace: 10m, keep-raw: true}
            """)
            + "  - {name: noise, match: {measurement: noise}, field: value, path: [id], major: {above: 95}}\n";

    /** Of the default, the attack would need half a million alarms. */
    private static final String ALARMING_STATE_BYTES = "8388608";

    private static final Duration SPENT_WITHIN = Duration.ofMinutes(4);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Farm farm;

    FarmAttackTest(@TempDir Path directory) throws IOException {
        farm = new Farm(directory, new Brokers(directory, 1), RULES)
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
        farm.start();
        try (FarmLoad load = new FarmLoad(farm.inputPort())) {
            eventually("the first is stored", () -> farm.account().stored() > 0);
            try (CardinalityAttack attack = new CardinalityAttack(farm.inputPort(), new Random(seed))) {
                for (String reason : new String[] {"series-budget", "field-budget"}) {
                    farm.await(
                            reason + " is spent", SPENT_WITHIN, () -> rejected().containsKey(reason));
                }
                farm.await("the budget of alarms is spent", SPENT_WITHIN, () -> refusedByAlarming() > 0);
                System.out.println("FarmAttackTest " + attack.lines() + " lines were sent: " + rejected());
                farm.service("processing").replace();
                farm.awaitReady();
                int accepted = load.accepted();
                farm.await("more is accepted", SPENT_WITHIN, () -> load.accepted() > accepted + 100);
            }
            System.out.println("FarmAttackTest " + rejected());
            load.end();
            farm.account().check(load);
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
        farm.awaitReady();
        assertThat(farm.ends()).as("services that ended by themselves").isZero();
    }

    private double refusedByAlarming() {
        Instance alarming = farm.service("alarming");
        return alarming.meter("weir_alarming_series_refused_total")
                + alarming.meter("weir_alarming_alarms_refused_total");
    }

    /** The number of records in {@code metrics.rejected} by reason. */
    private Map<String, Long> rejected() {
        try (TestTopics topics = new TestTopics(farm.brokers().bootstrap())) {
            return topics.readNow(Farm.TOPICS.rejected()).stream()
                    .collect(groupingBy(
                            record -> Rejection.read(record.headers()).reason(), TreeMap::new, counting()));
        }
    }
}
