package io.weir.standalone.alarms;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmOrder;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.service.KafkaSettings;
import io.weir.standalone.topic.TopicReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The current state of every alarm, from the records of {@code alarms.state}. Used by one thread.
 */
final class AlarmBoard {
    static final Predicate<AlarmEvent> IS_ABNORMAL = alarm -> alarm.to() != AlarmState.NORMAL;

    private final Map<String, AlarmEvent> alarms = new HashMap<>();
    private int unreadable;

    /** Reads the current state from Kafka. */
    static AlarmBoard read(KafkaSettings kafka) {
        AlarmBoard board = new AlarmBoard();
        try (TopicReader states = TopicReader.open(kafka, kafka.topics().state())) {
            states.seekToBeginning();
            states.readToEnd(board::take);
        }
        return board;
    }

    Optional<AlarmEvent> find(String id) {
        return Optional.ofNullable(alarms.get(id));
    }

    Set<String> ids() {
        return alarms.keySet();
    }

    /** Applies a record; a record without a value removes its alarm. */
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

    /** How many records did not contain an alarm. */
    int unreadable() {
        return unreadable;
    }

    /** The selected alarms in the order of {@link AlarmOrder#BY_URGENCY}. */
    List<AlarmEvent> byUrgency(Predicate<AlarmEvent> selection) {
        return alarms.values().stream()
                .filter(selection)
                .sorted(AlarmOrder.BY_URGENCY)
                .toList();
    }

    /** Whether a transition is newer than the known state of its alarm. */
    boolean isNews(AlarmEvent transition) {
        AlarmEvent known = alarms.get(transition.id());
        return known == null || number(transition) > number(known);
    }

    /** Returns which transition of its alarm this is, counted from 1. */
    static long number(AlarmEvent alarm) {
        String transition = alarm.transition();
        try {
            return Long.parseLong(transition.substring(transition.lastIndexOf('#') + 1));
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }
}
