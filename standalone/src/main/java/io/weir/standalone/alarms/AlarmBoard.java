package io.weir.standalone.alarms;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.service.KafkaSettings;
import io.weir.standalone.topic.TopicReader;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The current state of every alarm, as the records of {@code alarms.state} leave it. Used by one thread. */
final class AlarmBoard {
    private final Map<String, AlarmEvent> alarms = new HashMap<>();
    private int unreadable;

    /** The board as Kafka has it now. */
    static AlarmBoard read(KafkaSettings kafka) {
        AlarmBoard board = new AlarmBoard();
        try (TopicReader states = TopicReader.open(kafka, kafka.topics().state())) {
            states.seekToBeginning();
            states.readToEnd(board::take);
        }
        return board;
    }

    /** The alarm with this id. */
    Optional<AlarmEvent> find(String id) {
        return Optional.ofNullable(alarms.get(id));
    }

    Set<String> ids() {
        return alarms.keySet();
    }

    /** Takes a record in; one without a value removes its alarm. */
    void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            alarms.remove(record.key() == null ? "" : new String(record.key(), UTF_8));
            return;
        }
        try {
            AlarmEvent alarm = AlarmJson.readEvent(record.value());
            alarms.put(alarm.id(), alarm);
        } catch (IllegalArgumentException e) {
            unreadable++;
        }
    }

    /** How many records were no alarm's. */
    int unreadable() {
        return unreadable;
    }

    /** Worst first, of these the latest first; without those that are NORMAL unless {@code all}. */
    List<AlarmEvent> worstFirst(boolean all) {
        return alarms.values().stream()
                .filter(alarm -> all || alarm.to() != AlarmState.NORMAL)
                .sorted(Comparator.comparing(AlarmEvent::severity, Severity.BY_BADNESS)
                        .thenComparing(AlarmEvent::eventTime, Comparator.reverseOrder())
                        .thenComparing(AlarmEvent::id))
                .toList();
    }

    /** Whether a transition came after the state that is known. */
    boolean isNews(AlarmEvent transition) {
        AlarmEvent known = alarms.get(transition.id());
        return known == null || count(transition) > count(known);
    }

    private static long count(AlarmEvent alarm) {
        String transition = alarm.transition();
        try {
            return Long.parseLong(transition.substring(transition.lastIndexOf('#') + 1));
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }
}
