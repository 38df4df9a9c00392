package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import java.io.PrintWriter;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the records of {@code alarms.events}; reports those that are not transitions. */
record Transitions(PrintWriter errors) {

    /** Passes on the transition of a record, if it has one. */
    void read(ConsumerRecord<byte[], byte[]> record, Consumer<AlarmEvent> to) {
        AlarmEvent transition;
        try {
            transition = AlarmJson.readEvent(record.value() == null ? new byte[0] : record.value());
        } catch (IllegalArgumentException e) {
            errors.println("record " + record.offset() + " is not a transition and was skipped");
            return;
        }
        to.accept(transition);
    }
}
