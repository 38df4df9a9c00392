package io.weir.gateway.aliecs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads messages of AliECS. Its newer topics have messages of one type, {@code events.Event}. The messages of its older
 * Kafka plugin have other types, one for each kind of topic; their bytes do not show which. Belongs to one thread.
 */
final class EventReader {
    private static final String ENTERED = "aliecs.env_state.";
    private static final String LEFT = "aliecs.env_leave_state.";
    private static final String LISTED = "aliecs.env_list.";

    // Fields of events.Event.
    private static final int MILLIS = 1;
    private static final int NANOS = 2;
    private static final int ENVIRONMENT_EVENT = 11;
    private static final int RUN_EVENT = 16;
    private static final int CORE_START = 103;
    /** Events of tasks, roles, calls and services; of the framework; of the beam. */
    private static final List<Integer> OTHER_EVENTS = List.of(12, 13, 14, 15, 101, 102, 200);

    private final ChangeReader change = new ChangeReader();
    private Fields fields = new Fields(new byte[0], 0, 0);
    private long millis;
    private long nanos;
    private int event;

    /**
     * Reads a message.
     *
     * @param topic in which it is
     * @throws IOException if the bytes are not readable; {@link #at} is the place
     */
    EcsEvent read(String topic, byte[] bytes, int from, int to) throws IOException {
        fields = new Fields(bytes, from, to);
        change.of(fields);
        millis = 0;
        nanos = 0;
        if (topic.startsWith(ENTERED)) {
            return readState("enter_");
        }
        if (topic.startsWith(LEFT)) {
            return readState("leave_");
        }
        return topic.startsWith(LISTED) ? readList() : readEvent();
    }

    private EcsEvent readEvent() throws IOException {
        event = 0;
        fields.forEach(this::readEventField);
        long stamp = nanos == 0 ? EcsEvent.nanosOf(millis) : Math.max(0, nanos);
        return switch (event) {
            case RUN_EVENT -> change.change(stamp, true);
            case ENVIRONMENT_EVENT -> change.change(stamp, false);
            case CORE_START -> new EcsEvent.CoreStart(stamp);
            default -> new EcsEvent.Other(stamp);
        };
    }

    private void readEventField(int field) throws IOException {
        switch (field) {
            case MILLIS -> millis = fields.number(millis);
            case NANOS -> nanos = fields.number(nanos);
            case ENVIRONMENT_EVENT, RUN_EVENT -> {
                event = field;
                change.begin();
                fields.message(field == RUN_EVENT ? change::readRun : change::readEnvironment);
            }
            default -> {
                if (field == CORE_START || OTHER_EVENTS.contains(field)) {
                    event = field;
                    fields.skip();
                } else {
                    fields.unknown();
                }
            }
        }
    }

    /** Reads a {@code kafka.NewStateNotification}: the environment, and the time of the message. */
    private EcsEvent readState(String step) throws IOException {
        change.begin();
        fields.forEach(field -> {
            switch (field) {
                case 1 -> fields.message(change::readInfo);
                case 2 -> millis = fields.number(millis);
                default -> fields.unknown();
            }
        });
        return change.info(EcsEvent.nanosOf(millis), step);
    }

    /** Reads a {@code kafka.ActiveRunsList}: the environments, and the time of the message. */
    private EcsEvent readList() throws IOException {
        List<EcsEvent.Change> running = new ArrayList<>();
        fields.forEach(field -> {
            switch (field) {
                case 1 -> {
                    change.begin();
                    fields.message(change::readInfo);
                    running.add(change.info(0, "enter_"));
                }
                case 2 -> millis = fields.number(millis);
                default -> fields.unknown();
            }
        });
        return new EcsEvent.Running(EcsEvent.nanosOf(millis), running);
    }

    /** The index of the field that was read last, from the start of the message. */
    int at() {
        return fields.at();
    }

    /** The number of fields of the message that were not known. */
    int unknownFields() {
        return fields.unknownFields();
    }
}
