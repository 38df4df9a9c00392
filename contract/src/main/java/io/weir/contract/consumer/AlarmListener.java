package io.weir.contract.consumer;

import io.weir.contract.alarm.AlarmEvent;

/**
 * Receives the records of {@code alarms.state} from an {@link AlarmFollower}, in its thread. An
 * exception ends the reading.
 */
public interface AlarmListener {

    /** The alarm's current state; may repeat a known state. */
    void onState(AlarmEvent state);

    /** The alarm does not exist any more. */
    void onRemoved(String id);

    /** A record could not be read and is skipped. */
    void onUnreadable();

    /** All records that the topic contained at the start were delivered; called once. */
    void onCaughtUp();
}
