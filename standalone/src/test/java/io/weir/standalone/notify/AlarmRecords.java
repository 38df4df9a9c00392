package io.weir.standalone.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.topic.Topics;
import io.weir.standalone.TestTopics;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Writes alarms of the rule {@code cpu-high} into {@code alarms.state} and {@code alarms.events},
 * like alarming.
 */
final class AlarmRecords {
    private final TestTopics topics;
    private final Topics names;
    private final Map<String, Integer> transitions = new HashMap<>();

    AlarmRecords(TestTopics topics, Topics names) {
        this.topics = topics;
        this.names = names;
    }

    /** Writes a transition of a host's alarm; returns its name immediately, see {@link #flush}. */
    String say(String host, AlarmState to, Severity severity) {
        String id = "cpu-high/" + host;
        int transition = transitions.merge(host, 1, Integer::sum);
        byte[] value =
                """
                {"id":"%1$s","transition":"%1$s#%2$d","rule":"cpu-high","ruleVersion":"v1","to":"%3$s","severity":"%4$s",\
                "value":97.5,"threshold":95.0,"message":"CPU of \\"%5$s\\"","guidance":"","tags":{"host-name":"%5$s"},\
                "eventTime":"%6$s","decisionTime":"%6$s"}""".formatted(id, transition, to, severity, host, Instant.now()).getBytes(UTF_8);
        topics.sendSoon(new ProducerRecord<>(names.state(), 0, id.getBytes(UTF_8), value));
        topics.sendSoon(new ProducerRecord<>(names.events(), 0, id.getBytes(UTF_8), value));
        return id + "#" + transition;
    }

    /** Removes the alarm of a host. */
    void forget(String host) {
        topics.send(new ProducerRecord<>(names.state(), 0, ("cpu-high/" + host).getBytes(UTF_8), null));
    }

    /** Returns when Kafka has acknowledged everything. */
    void flush() {
        topics.flush();
    }
}
