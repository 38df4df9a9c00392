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

/** What an alarm last asked of the control system, as {@code control.actions} and the alarms about actions tell it. */
final class AskedFor {

    /** So long an alarm about an action stands at most. */
    private static final Duration LAST = Duration.ofDays(7);

    private final String alarm;
    private @Nullable ControlAction last;
    private @Nullable ActionReply reply;

    AskedFor(String alarm) {
        this.alarm = alarm;
    }

    /** What the alarm asked for in the last seven days. */
    static AskedFor read(KafkaSettings kafka, String alarm, Instant now) {
        AskedFor asked = new AskedFor(alarm);
        try (TopicReader actions = TopicReader.open(kafka, kafka.topics().actions())) {
            actions.seekTo(now.minus(LAST));
            actions.readToEnd(asked::take);
        }
        try (TopicReader replies = TopicReader.open(kafka, kafka.topics().actionReplies())) {
            replies.seekTo(now.minus(LAST));
            replies.readToEnd(asked::takeReply);
        }
        return asked;
    }

    /** Takes a record in, if it is of this alarm. */
    void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || record.value() == null || !alarm.equals(new String(record.key(), UTF_8))) {
            return;
        }
        try {
            last = AlarmJson.readAction(record.value());
        } catch (IllegalArgumentException e) {
            // Of a later Weir; what is known remains.
        }
    }

    /** Takes in what the control system said, if it is about the last action; to be called when that is known. */
    void takeReply(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null || last == null) {
            return;
        }
        try {
            ActionReply said = AlarmJson.readActionReply(record.value());
            if (said.key().equals(last.key())) {
                reply = said;
            }
        } catch (IllegalArgumentException e) {
            // Alarming counts it.
        }
    }

    /** What there is to tell, each with its name; empty if the alarm asked for nothing, and nothing of its rule is held back. */
    Map<String, String> of(AlarmEvent event, AlarmBoard board) {
        Map<String, String> told = new LinkedHashMap<>();
        ControlAction action = last;
        if (action != null) {
            told.put("action", fate(action));
        }
        if (reply != null) {
            told.put(
                    "reply",
                    reply.outcome() + ", by " + reply.who() + (reply.reason() == null ? "" : ": " + reply.reason()));
        }
        raised(board, ControlAction.UNDONE + "/" + alarm)
                .ifPresent(undone -> told.put("not done", undone.message() + ", says " + undone.id()));
        raised(board, ControlAction.HELD_BACK + "/" + event.rule())
                .ifPresent(held ->
                        told.put("held back", "actions of its rule, since " + held.since() + ": " + held.message()));
        return told;
    }

    private static String fate(ControlAction action) {
        if (action.kind() == ActionKind.WITHDRAWN) {
            return action.action() + " was withdrawn at " + action.decisionTime() + ", by " + action.transition();
        }
        String decided = action.action() + " was decided at " + action.decisionTime() + ", by " + action.transition();
        if (action.dryRun()) {
            return decided + ", as a dry run: nothing is done";
        }
        return action.confirmBy() == null ? decided : decided + ", to be confirmed by " + action.confirmBy();
    }

    private static Optional<AlarmEvent> raised(AlarmBoard board, String id) {
        return board.find(id).filter(alarm -> alarm.severity() != Severity.OK);
    }
}
