package io.weir.standalone.alarms;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.ActionKind;
import io.weir.contract.alarm.ActionReply;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.ControlAction;
import io.weir.contract.alarm.Severity;
import io.weir.contract.service.KafkaSettings;
import io.weir.standalone.topic.TopicReader;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The last action that an alarm asked of the control system, from {@code control.actions} and from
 * the alarms about actions.
 */
final class LastAction {

    /** An alarm about an action is active for at most this time. */
    private static final Duration LAST = Duration.ofDays(7);

    private final String alarm;
    private @Nullable ControlAction last;
    private @Nullable ActionReply reply;

    LastAction(String alarm) {
        this.alarm = alarm;
    }

    /** Reads the actions of the alarm in the seven days before {@code now}. */
    static LastAction read(KafkaSettings kafka, String alarm, Instant now) {
        LastAction found = new LastAction(alarm);
        try (TopicReader actions = TopicReader.open(kafka, kafka.topics().actions())) {
            actions.seekTo(now.minus(LAST));
            actions.readToEnd(found::take);
        }
        try (TopicReader replies = TopicReader.open(kafka, kafka.topics().actionReplies())) {
            replies.seekTo(now.minus(LAST));
            replies.readToEnd(found::takeReply);
        }
        return found;
    }

    /** Applies an action, if it belongs to this alarm. */
    void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || record.value() == null || !alarm.equals(new String(record.key(), UTF_8))) {
            return;
        }
        try {
            last = AlarmJson.readAction(record.value());
        } catch (IllegalArgumentException e) {
            // A later version of Weir wrote it; the known action remains.
        }
    }

    /**
     * Applies a reply of the control system, if it is about the last action. Call it after all
     * actions are read.
     */
    void takeReply(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null || last == null) {
            return;
        }
        try {
            ActionReply read = AlarmJson.readActionReply(record.value());
            if (read.key().equals(last.key())) {
                reply = read;
            }
        } catch (IllegalArgumentException e) {
            // Alarming counts unreadable replies.
        }
    }

    /**
     * The known facts with their names. Empty if the alarm asked for nothing and no action of its
     * rule is held back.
     */
    Map<String, String> of(AlarmEvent event, AlarmBoard board) {
        Map<String, String> facts = new LinkedHashMap<>();
        ControlAction action = last;
        if (action != null) {
            facts.put("action", outcome(action));
        }
        if (reply != null) {
            facts.put(
                    "reply",
                    reply.outcome() + ", by " + reply.who() + (reply.reason() == null ? "" : ": " + reply.reason()));
        }
        raised(board, ControlAction.UNDONE + "/" + alarm)
                .ifPresent(undone -> facts.put("not done", undone.message() + ", reported by " + undone.id()));
        raised(board, ControlAction.HELD_BACK + "/" + event.rule())
                .ifPresent(held ->
                        facts.put("held back", "actions of its rule, since " + held.since() + ": " + held.message()));
        return facts;
    }

    private static String outcome(ControlAction action) {
        if (action.kind() == ActionKind.WITHDRAWN) {
            return action.action() + " was withdrawn at " + action.decisionTime() + ", by " + action.transition();
        }
        String decided = action.action() + " was decided at " + action.decisionTime() + ", by " + action.transition();
        if (action.dryRun()) {
            return decided + ", as a dry run: it is not executed";
        }
        return action.confirmBy() == null ? decided : decided + ", to be confirmed by " + action.confirmBy();
    }

    private static Optional<AlarmEvent> raised(AlarmBoard board, String id) {
        return board.find(id).filter(alarm -> alarm.severity() != Severity.OK);
    }
}
