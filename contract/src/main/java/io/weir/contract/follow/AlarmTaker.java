package io.weir.contract.follow;

import io.weir.contract.alarm.AlarmEvent;

/** Is told by an {@link AlarmFollower}, in its thread, what {@code alarms.state} says. An exception ends the following. */
public interface AlarmTaker {

    /** The alarm is in this state now; may be said again of a state that is known. */
    void is(AlarmEvent state);

    /** The alarm is no more. */
    void isGone(String id);

    /** A record could not be read, and is passed over. */
    void isUnreadable();

    /** Everything has been said that the topic held when the following began. Said once. */
    void isWhole();
}
