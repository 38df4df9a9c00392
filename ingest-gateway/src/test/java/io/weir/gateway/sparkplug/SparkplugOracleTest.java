package io.weir.gateway.sparkplug;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.consume.Message;
import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.fuzz.Damage;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.Parcel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.eclipse.tahu.message.model.MetricDataType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Nodes and devices are born, send data and die at random, messages are lost, and the gateway restarts.
 * The lines are those that a simple model of the nodes expects.
 */
class SparkplugOracleTest {
    private static final int MESSAGES = 3_000;
    private static final int NODES = 3;
    private static final int DEVICES = 3;
    private static final int METRICS = 4;
    private static final long T = Intake.NOW_NANOS / 1_000_000;

    private final SplittableRandom random = new SplittableRandom(Damage.seed());
    private final Intake intake = new Intake(128 << 10, 1000, Integer.MAX_VALUE, 1 << 30);
    private final HeldBytes memory = new HeldBytes(1 << 20);
    private final List<Sender> senders = new ArrayList<>();
    private SparkplugMapping mapping = mapping();
    private long millis = T;
    private int commands;

    private final List<String> expected = new ArrayList<>();
    private int unknown;
    private long missing;
    private int oldDeaths;

    /** A node: what it would send, and what the gateway must know of it. */
    private static final class Sender {
        final String name;
        final Map<Long, String> aliases = new HashMap<>();
        int session = 250;
        int sequence;
        /** By alias, the device and the metric. */
        final Map<Long, String> known = new HashMap<>();

        final Set<String> live = new HashSet<>();

        @Nullable
        Integer nextSequence;

        @Nullable
        Integer knownSession;

        Sender(String name) {
            this.name = name;
        }
    }

    private SparkplugMapping mapping() {
        return new SparkplugMapping(intake.lines, Set.of(), "m", memory, (topic, payload) -> commands++);
    }

    @Test
    void linesAreThoseOfAModelOfTheNodes() {
        for (int i = 0; i < NODES; i++) {
            senders.add(new Sender("n" + i));
        }
        List<String> lines = new ArrayList<>();
        int refused = 0;
        for (int i = 0; i < MESSAGES; i++) {
            millis++;
            act(senders.get(random.nextInt(NODES)));
            intake.lines.flush();
            List<Parcel> queued = intake.queued();
            lines.addAll(Intake.lineTexts(queued));
            refused += Intake.only(Parcel.Refused.class, queued).size();
        }
        assertThat(lines).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(refused).isEqualTo(unknown).isPositive();
        assertThat(intake.counts.missing.sum()).isEqualTo(missing).isPositive();
        assertThat(intake.counts.warnings.of(SparkplugMapping.OLD_DEATH))
                .isEqualTo(oldDeaths)
                .isPositive();
        assertThat(commands).isPositive();
        assertThat(lines).anyMatch(line -> line.contains("weir:end")).hasSizeGreaterThan(MESSAGES / 5);
    }

    private void act(Sender node) {
        String device = random.nextInt(3) == 0 ? "" : "d" + random.nextInt(DEVICES);
        int what = random.nextInt(100);
        if (what < 3) {
            bear(node, "", true);
        } else if (what < 10) {
            bear(node, device, false);
        } else if (what < 85) {
            change(node, device);
        } else if (what < 90 && !device.isEmpty()) {
            die(node, device);
        } else if (what < 92) {
            dieWhole(node, node.session);
        } else if (what < 94) {
            dieWhole(node, (node.session + 255) & 255);
        } else if (what < 96) {
            node.sequence++;
        } else if (what == 99) {
            mapping = mapping();
            senders.forEach(each -> {
                each.known.clear();
                each.live.clear();
                each.nextSequence = null;
                each.knownSession = null;
            });
        }
    }

    private void bear(Sender node, String device, boolean isNewSession) {
        boolean isOfNode = device.isEmpty();
        if (isNewSession) {
            node.session = (node.session + 1) & 255;
        }
        if (isOfNode) {
            node.sequence = 0;
            node.aliases.clear();
            node.known.clear();
            node.knownSession = node.session;
            node.nextSequence = 0;
        }
        Tahu birth = new Tahu(node.sequence, millis);
        if (isOfNode) {
            birth.session(node.session);
        }
        node.aliases.values().removeIf(metric -> metric.startsWith(device + " "));
        expectSequence(node);
        node.known.values().removeIf(metric -> metric.startsWith(device + " "));
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < METRICS; i++) {
            if (random.nextBoolean()) {
                long alias = random.nextInt(1_000_000);
                int value = random.nextInt();
                birth.metric("m" + i, alias, MetricDataType.Int32, value);
                node.aliases.put(alias, device + " m" + i);
                node.known.put(alias, device + " m" + i);
                fields.append(fields.isEmpty() ? "" : ",").append("m" + i + "=" + value + "i");
            }
        }
        if (!fields.isEmpty()) {
            expect(node, device, fields.toString());
        }
        send(node, isOfNode ? "NBIRTH" : "DBIRTH", device, birth.birth());
    }

    private void change(Sender node, String device) {
        List<Long> own = node.aliases.entrySet().stream()
                .filter(entry -> entry.getValue().startsWith(device + " "))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        long alias = own.isEmpty() ? 1_000_000 : own.get(random.nextInt(own.size()));
        int value = random.nextInt();
        byte[] data = new Tahu(node.sequence, millis)
                .alias(alias, MetricDataType.Int32, value)
                .data();
        expectSequence(node);
        String metric = node.known.get(alias);
        if (metric == null) {
            unknown++;
        } else {
            expect(node, device, metric.substring(metric.indexOf(' ') + 1) + "=" + value + "i");
        }
        send(node, device.isEmpty() ? "NDATA" : "DDATA", device, data);
    }

    private void die(Sender node, String device) {
        byte[] death = new Tahu(node.sequence, millis).data();
        expectSequence(node);
        node.aliases.values().removeIf(metric -> metric.startsWith(device + " "));
        node.known.values().removeIf(metric -> metric.startsWith(device + " "));
        expectEnd(node, device);
        send(node, "DDEATH", device, death);
    }

    private void dieWhole(Sender node, int session) {
        if (node.knownSession != null && node.knownSession != session) {
            oldDeaths++;
        } else {
            node.known.clear();
            node.nextSequence = null;
            node.live.add("");
            List.copyOf(node.live).forEach(device -> expectEnd(node, device));
        }
        String topic = "spBv1.0/g/NDEATH/" + node.name;
        take(topic, new Tahu().session(session).birth());
    }

    private void expectSequence(Sender node) {
        if (node.nextSequence != null) {
            missing += (node.sequence - node.nextSequence) & 255;
            node.nextSequence = (node.sequence + 1) & 255;
        }
    }

    private void expect(Sender node, String device, String fields) {
        node.live.add(device);
        expected.add(series(node, device) + " " + fields + " " + millis + "000000");
    }

    private void expectEnd(Sender node, String device) {
        node.live.remove(device);
        expected.add(series(node, device) + " weir:end=true " + millis + "000000");
    }

    private static String series(Sender node, String device) {
        return "m" + (device.isEmpty() ? "" : ",device=" + device) + ",group=g,node=" + node.name;
    }

    private void send(Sender node, String type, String device, byte[] payload) {
        node.sequence = (node.sequence + 1) & 255;
        String topic = "spBv1.0/g/" + type + "/" + node.name + (device.isEmpty() ? "" : "/" + device);
        take(topic, payload);
    }

    private void take(String topic, byte[] payload) {
        mapping.message(new Message(1, payload, Message.NO_TIME, topic, topic), Intake.SOURCE, millis * 1_000_000);
    }
}
