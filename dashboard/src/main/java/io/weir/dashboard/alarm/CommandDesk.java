package io.weir.dashboard.alarm;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.CommandReply;

/** Brings what an operator says to alarming, and the answer back. Thread-safe. */
public interface CommandDesk {

    /**
     * Waits for the answer.
     *
     * @throws io.weir.contract.service.StartException if there is none in time; then the command may be obeyed later
     */
    CommandReply ask(AlarmCommand command);
}
