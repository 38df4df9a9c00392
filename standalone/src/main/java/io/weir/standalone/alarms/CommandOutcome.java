package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.CommandReply;
import io.weir.contract.alarm.Outcome;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * The answers of alarming to commands of one operation.
 *
 * @param replies in any order; those that are missing did not arrive in time
 */
record CommandOutcome(List<AlarmCommand> commands, List<CommandReply> replies) {

    /**
     * Prints how many alarms changed, and on {@code errors} each command that was refused or has no answer.
     *
     * @return the exit code
     */
    int print(PrintWriter out, PrintWriter errors) {
        Map<String, CommandReply> answers = new HashMap<>();
        replies.forEach(reply -> answers.put(String.valueOf(reply.command()), reply));
        int changed = 0;
        boolean isDone = true;
        for (AlarmCommand command : commands) {
            CommandReply reply = answers.get(command.id());
            if (reply != null && reply.outcome() == Outcome.DONE) {
                changed += reply.changed();
            } else {
                isDone = false;
                errors.println(name(command) + refusal(reply));
            }
        }
        if (isDone || changed > 0) {
            out.println("done: " + changed + (changed == 1 ? " alarm" : " alarms") + remark());
        }
        out.flush();
        errors.flush();
        return isDone ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    /** The refusal of a single command needs no name. */
    private String name(AlarmCommand command) {
        return commands.size() == 1 ? "" : AlarmLine.text(command.target().path()) + ": ";
    }

    private static String refusal(@Nullable CommandReply reply) {
        return reply == null
                ? "no answer in time: the command may still be executed"
                : reply.outcome() + ": " + AlarmLine.text(String.valueOf(reply.reason()));
    }

    private String remark() {
        if (commands.size() != 1) {
            return "";
        }
        String reason = replies.get(0).reason();
        return (reason == null ? "" : " " + AlarmLine.text(reason)) + notLater(commands.get(0));
    }

    /** Prevents the mistake that the command also applies to later alarms, like a rule. */
    private static String notLater(AlarmCommand command) {
        return command.operation().hides() && command.target().withAllBelow()
                ? "; alarms first raised there later are not included"
                : "";
    }
}
