package io.weir.phoebus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class MirrorTest {

    private static final String NAME = "Accelerator";
    private static final List<String> IDS =
            List.of("a", "a/x", "a/x/1", "a/x/2", "a/y", "a/(self)", "b/x", "b/x/1/p", "b/x/1/p/q", "c");

    /** The true state of all alarms. */
    private final Map<String, AlarmEvent> alarms = new HashMap<>();

    private final ConfigTopic topic = new ConfigTopic();
    private AlarmTree tree = new AlarmTree(NAME);
    private Mirror mirror = new Mirror(tree);

    /**
     * Alarms are raised, change and disappear, ids are prefixes of others, clients write arbitrary
     * records, and the bridge is killed at any moment. Finally, the topic follows from the alarms
     * alone, and a client shows that, wherever it began to read.
     */
    @RepeatedTest(200)
    void topicMatchesTheAlarmsAfterAnyCrash() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        PhoebusClient watching = new PhoebusClient(NAME);
        int watched = 0;
        for (int step = random.nextInt(40); step >= 0; step--) {
            change(random);
            if (random.nextInt(6) == 0) {
                meddle(random);
            }
            if (random.nextInt(3) == 0) {
                topic.killAfter(random.nextInt(8));
            }
            try {
                mirror.sync(topic);
            } catch (ConfigTopic.Killed e) {
                beginAnew(random.nextInt(4) == 0);
            }
            if (random.nextInt(10) == 0) {
                beginAnew(false);
            }
            for (; watched < topic.entries.size(); watched++) {
                watching.read(
                        topic.entries.get(watched).key(),
                        topic.entries.get(watched).value());
            }
        }
        topic.killAfter(Integer.MAX_VALUE);
        beginAnew(false);
        mirror.sync(topic);
        for (; watched < topic.entries.size(); watched++) {
            watching.read(
                    topic.entries.get(watched).key(), topic.entries.get(watched).value());
        }

        ConfigTopic fresh = new ConfigTopic();
        Mirror first = new Mirror(treeOfAll());
        first.sync(fresh);
        assertThat(topic.values()).as("seed %d", seed).isEqualTo(fresh.values());
        Map<String, String> right = new PhoebusClient(NAME).readAll(fresh).shown();
        assertThat(watching.shown())
                .as("seed %d: who watched all the time", seed)
                .isEqualTo(right);
        for (int upTo = 0; upTo <= topic.entries.size(); upTo++) {
            PhoebusClient late = new PhoebusClient(NAME).readAll(topic.compacted(upTo, false));
            assertThat(late.shown())
                    .as("seed %d: compacted up to %d of %s", seed, upTo, topic.entries)
                    .isEqualTo(right);
        }
        assertThat(new PhoebusClient(NAME)
                        .readAll(topic.compacted(topic.entries.size(), true))
                        .shown())
                .as("seed %d: long compacted", seed)
                .isEqualTo(right);
        assertThat(topic.values().keySet()).contains("config:/Accelerator", "state:/Accelerator");
        int before = topic.entries.size();
        beginAnew(false);
        mirror.sync(topic);
        assertThat(topic.entries.size())
                .as("seed %d: nothing is written twice", seed)
                .isEqualTo(before);
    }

    @Test
    void aNodeHasTheWorstSeverityBelowIt() {
        put("a/x/1", AlarmState.ACKNOWLEDGED, Severity.MAJOR);
        put("a/x/2", AlarmState.SHELVED, Severity.MAJOR);
        put("a/y", AlarmState.UNACKNOWLEDGED, Severity.MINOR);
        put("b/x", AlarmState.NORMAL, Severity.OK);
        mirror.sync(topic);

        assertThat(topic.values())
                .containsEntry("state:/Accelerator", "{\"severity\":\"MINOR\"}")
                .containsEntry("state:/Accelerator/a", "{\"severity\":\"MINOR\"}")
                .containsEntry("state:/Accelerator/a/x", "{\"severity\":\"MAJOR_ACK\"}")
                .containsEntry("state:/Accelerator/b", "{\"severity\":\"OK\"}");
    }

    @Test
    void anAlarmAboveOthersIsShownAsSelf() {
        put("a/x", AlarmState.UNACKNOWLEDGED, Severity.MAJOR);
        mirror.sync(topic);
        assertThat(client()).containsKey("/Accelerator/a/x").doesNotContainKey("/Accelerator/a/x/(self)");

        put("a/x/1", AlarmState.UNACKNOWLEDGED, Severity.MINOR);
        mirror.sync(topic);
        assertThat(client().get("/Accelerator/a/x")).isEqualTo("MAJOR");
        assertThat(client().get("/Accelerator/a/x/(self)")).startsWith("MAJOR|");
        assertThat(client().get("/Accelerator/a/x/1")).startsWith("MINOR|");

        alarms.remove("a/x/1");
        tree.put("a/x/1", null, mirror::touch);
        mirror.sync(topic);
        assertThat(client().get("/Accelerator/a/x")).startsWith("MAJOR|");
        assertThat(client()).doesNotContainKey("/Accelerator/a/x/(self)");
    }

    @Test
    void announcesOnlyHigherLoudness() {
        assertThat(talksAfter(AlarmState.UNACKNOWLEDGED, Severity.MINOR)).containsExactly("MINOR");
        assertThat(talksAfter(AlarmState.ACKNOWLEDGED, Severity.MINOR)).isEmpty();
        assertThat(talksAfter(AlarmState.UNACKNOWLEDGED, Severity.MINOR)).isEmpty();
        assertThat(talksAfter(AlarmState.UNACKNOWLEDGED, Severity.MAJOR)).containsExactly("MAJOR");
        assertThat(talksAfter(AlarmState.RETURNED, Severity.OK)).isEmpty();
        assertThat(talksAfter(AlarmState.NORMAL, Severity.OK)).isEmpty();
        assertThat(talksAfter(AlarmState.SHELVED, Severity.MAJOR)).isEmpty();
        assertThat(talksAfter(AlarmState.UNACKNOWLEDGED, Severity.MAJOR)).containsExactly("MAJOR");
    }

    @Test
    void restartAndResendAnnounceNothingAgain() {
        put("a", AlarmState.UNACKNOWLEDGED, Severity.MAJOR);
        mirror.sync(topic);
        int written = topic.entries.size();
        topic.talks.clear();
        beginAnew(true);
        mirror.sync(topic);

        assertThat(topic.entries).hasSize(2 * written);
        assertThat(topic.talks).isEmpty();
    }

    /** Alarms that were raised while no bridge ran are read aloud late. */
    @Test
    void announcesAlarmsRaisedDuringDowntime() {
        put("a", AlarmState.NORMAL, Severity.OK);
        mirror.sync(topic);
        alarms.put("a", Alarms.alarm("a", AlarmState.UNACKNOWLEDGED, Severity.MAJOR));
        beginAnew(false);
        mirror.sync(topic);

        assertThat(topic.talks).hasSize(1);
    }

    @Test
    void undoesForeignRecordsInTheTree() {
        put("a/x", AlarmState.UNACKNOWLEDGED, Severity.MAJOR);
        mirror.sync(topic);
        Map<String, String> right = topic.values();
        write("config:/Accelerator/a/x", "{\"user\":\"u\",\"host\":\"h\",\"description\":\"mine\",\"enabled\":false}");
        write("config:/Accelerator/new/pv", "{\"user\":\"u\",\"host\":\"h\",\"description\":\"pv\"}");
        write("config:/Accelerator/a", null);
        write("state:/Accelerator/a/x", "no JSON");
        mirror.sync(topic);

        assertThat(topic.values()).isEqualTo(right);
        assertThat(topic.talks).hasSize(1);
        assertThat(client()).containsOnlyKeys("/Accelerator", "/Accelerator/a", "/Accelerator/a/x");
    }

    @Test
    void ignoresRecordsThatNoClientShows() {
        assertThat(mirror.onRecord("talk:/Accelerator/a", null)).isFalse();
        assertThat(mirror.onRecord("config:/Other/a", null)).isFalse();
        assertThat(mirror.onRecord("", null)).isFalse();
    }

    private List<String> talksAfter(AlarmState state, Severity severity) {
        topic.talks.clear();
        put("a", state, severity);
        mirror.sync(topic);
        return topic.talks.stream()
                .map(talk -> String.valueOf(talk.value()).replaceAll(".*\"severity\":\"(\\w+)\".*", "$1"))
                .toList();
    }

    private Map<String, String> client() {
        return new PhoebusClient(NAME).readAll(topic).shown();
    }

    private void put(String id, AlarmState state, Severity severity) {
        AlarmEvent alarm = Alarms.alarm(id, state, severity);
        alarms.put(id, alarm);
        tree.put(id, Item.of(alarm, ZoneOffset.UTC), mirror::touch);
    }

    private void change(Random random) {
        String id = IDS.get(random.nextInt(IDS.size()));
        if (random.nextInt(3) == 0) {
            alarms.remove(id);
            tree.put(id, null, mirror::touch);
        } else {
            put(id, one(random, AlarmState.values()), one(random, Severity.values()));
        }
    }

    private static <E> E one(Random random, E[] all) {
        return all[random.nextInt(all.length)];
    }

    private void meddle(Random random) {
        String path =
                "/Accelerator/" + List.of("a", "a/x", "b/x/1", "d/e", "c", "").get(random.nextInt(5));
        switch (random.nextInt(3)) {
            case 0 -> write("config:" + path, null);
            case 1 -> write("config:" + path, "{\"user\":\"u\",\"host\":\"h\",\"description\":\"mine\"}");
            default -> write("config:" + path, "{\"user\":\"u\",\"host\":\"h\"}");
        }
    }

    private void write(String key, @Nullable String value) {
        topic.add(key, value);
        mirror.onRecord(key, value == null ? null : value.getBytes(UTF_8));
    }

    private void beginAnew(boolean isResend) {
        topic.killAfter(Integer.MAX_VALUE);
        tree = treeOfAll();
        mirror = new Mirror(tree);
        topic.readBy(mirror);
        if (isResend) {
            mirror.resend();
        }
    }

    private AlarmTree treeOfAll() {
        AlarmTree all = new AlarmTree(NAME);
        alarms.forEach((id, alarm) -> all.put(id, Item.of(alarm, ZoneOffset.UTC), path -> {}));
        return all;
    }
}
