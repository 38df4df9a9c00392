package io.weir.standalone.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Alarms on peers in the production topologies: processing compares, alarming decides. */
class PeersAlarmTest {

    private static final int STORAGE_NODES = 125;
    private static final long START_SECOND = 1_800_000_000;

    private static final RuleFile RULES = rules("""
              - name: odd-one-out
                match: {measurement: net, tags: {role: storage}}
                field: tx_dropped
                function: rate
                peers: {by: [role], mad: 6}
                severity: minor
                for: 20s
                path: [hostname]
                message: "{hostname}: {field} is {value} from its peers"
            """);

    /**
     * Every node drops a packet now and then, and sends at irregular times. Compute nodes, which
     * drop more, are not peers.
     */
    @Test
    void theStorageNodeThatDropsPacketsWhileTheOthersDoNotIsTheOnlyAlarm() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("PeersAlarmTest seed=" + seed);
        Random random = new Random(seed);
        int odd = random.nextInt(STORAGE_NODES);
        long[] dropped = random.longs(STORAGE_NODES + 20, 0, 1_000_000).toArray();
        List<AlarmEvent> events = run(RULES, 120, second -> {
            StringBuilder lines = new StringBuilder();
            for (int node = 0; node < dropped.length; node++) {
                boolean isStorage = node < STORAGE_NODES;
                dropped[node] += isStorage ? random.nextInt(20) / 19 : 500;
                dropped[node] += node == odd && second >= 40 && second < 80 ? 25 + random.nextInt(10) : 0;
                lines.append("net,hostname=%s%d,role=%s tx_dropped=%di %d\n"
                        .formatted(
                                isStorage ? "st" : "epn",
                                node,
                                isStorage ? "storage" : "compute",
                                dropped[node],
                                stamp(second)));
            }
            return lines.toString();
        });

        assertThat(events).extracting(AlarmEvent::id).containsOnly("odd-one-out/st" + odd);
        assertThat(events)
                .extracting(AlarmEvent::severity)
                .as("seed %d", seed)
                .containsExactly(Severity.MINOR, Severity.OK);
        assertThat(events.get(0).message()).startsWith("st" + odd + ": tx_dropped is ");
        assertThat(events.get(0).tags()).containsEntry("role", "storage");
    }

    /**
     * 500 machines with the noise of their kind, of which 40 deviate by five to fifteen times the
     * usual spread between peers. Each is found while it deviates, with hardly any false alarm.
     */
    @Test
    void seededFaultsAreFoundAndLittleElse() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("PeersAlarmTest.seededFaults seed=" + seed);
        Random random = new Random(seed);
        RuleFile rules = rules("""
              - {name: odd-temp, match: {measurement: temp}, field: value, peers: {by: [kind], mad: 6}, for: 10s, path: [host]}
            """);
        int machines = 500;
        int[] faultAt = new int[machines];
        double[] faultBy = new double[machines];
        Set<Integer> faulty = new HashSet<>();
        while (faulty.size() < 40) {
            int machine = random.nextInt(machines);
            faulty.add(machine);
            faultAt[machine] = 60 + random.nextInt(200);
            faultBy[machine] = (random.nextBoolean() ? 1 : -1) * (9 + random.nextInt(20));
        }
        double[] own = random.doubles(machines, -1, 1).toArray();
        List<AlarmEvent> events = run(rules, 400, second -> {
            StringBuilder lines = new StringBuilder();
            for (int machine = 0; machine < machines; machine++) {
                boolean isFaulty =
                        faulty.contains(machine) && second >= faultAt[machine] && second < faultAt[machine] + 60;
                double day = 10 * Math.sin(second / 60.0);
                double value = 40
                        + 5 * (machine % 4)
                        + day
                        + own[machine]
                        + random.nextGaussian()
                        + (isFaulty ? faultBy[machine] : 0);
                lines.append(
                        "temp,host=m%d,kind=k%d value=%.3f %d\n".formatted(machine, machine % 4, value, stamp(second)));
            }
            return lines.toString();
        });

        Set<String> seeded =
                faulty.stream().map(machine -> "odd-temp/m" + machine).collect(Collectors.toSet());
        List<String> raised = events.stream()
                .filter(event -> event.severity() != Severity.OK)
                .map(AlarmEvent::id)
                .toList();
        Set<String> found = new TreeSet<>(raised);
        found.retainAll(seeded);
        System.out.printf("recall %d/%d precision %d/%d%n", found.size(), seeded.size(), found.size(), raised.size());
        assertThat(found.size() / (double) seeded.size())
                .as("recall, seed %d", seed)
                .isGreaterThanOrEqualTo(0.95);
        assertThat(found.size() / (double) raised.size())
                .as("precision, seed %d", seed)
                .isGreaterThanOrEqualTo(0.9);
    }

    /** Lines of a second, counted from the start. */
    private interface Farm {
        String lines(int second);
    }

    private static List<AlarmEvent> run(RuleFile rules, int seconds, Farm farm) {
        List<AlarmEvent> events = new ArrayList<>();
        VirtualWeir.Sink sink = (from, value, lines) -> events.add(AlarmJson.readEvent(value));
        try (VirtualWeir weir = VirtualWeir.of(rules, Set.of(Output.ALARMS), sink)) {
            for (int second = 0; second < seconds; second++) {
                long millis = (START_SECOND + second) * 1_000;
                weir.batch(millis, farm.lines(second).strip().getBytes(UTF_8));
                weir.tick(millis + 500);
            }
        }
        return events;
    }

    private static long stamp(int second) {
        return (START_SECOND + second) * 1_000_000_000;
    }

    private static RuleFile rules(String alarms) {
        return RuleLoader.parse("rules.yaml", "version: 1\nalarms:\n" + alarms);
    }
}
