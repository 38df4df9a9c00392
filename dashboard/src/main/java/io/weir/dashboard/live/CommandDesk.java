package io.weir.dashboard.live;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.CommandReply;
import java.util.List;

/** Sends operators' commands to alarming and returns the replies. Thread-safe. */
public interface CommandDesk {

    /**
     * Sends all commands, then waits for the replies.
     *
     * @return the replies that arrived in time, in any order; a command without one may still be
     *     executed
     * @throws io.weir.contract.service.StartException if no reply arrives in time; the commands may
     *     still be executed
     */
    List<CommandReply> ask(List<AlarmCommand> commands);
}
