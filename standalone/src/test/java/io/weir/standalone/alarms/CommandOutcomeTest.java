package io.weir.standalone.alarms;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.CommandReply;
import io.weir.contract.alarm.Operation;
import io.weir.contract.alarm.Outcome;
import io.weir.contract.alarm.Source;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CommandOutcomeTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @Test
    void sumsWhatChangedAndNamesEachRefusal() {
        List<AlarmCommand> commands = List.of(command("a"), command("b"), command("c"), command("d"));

        int code = print(
                commands,
                List.of(
                        reply(commands.get(2), Outcome.NOT_POSSIBLE, 0, "it is shelved"),
                        reply(commands.get(0), Outcome.DONE, 1, null),
                        reply(commands.get(1), Outcome.DONE, 1, null)));

        assertThat(code).isEqualTo(1);
        assertThat(out.toString()).isEqualTo("done: 2 alarms\n");
        assertThat(errors.toString().lines())
                .containsExactly(
                        "c: NOT_POSSIBLE: it is shelved", "d: no answer in time: the command may still be executed");
    }

    @Test
    void aSingleRefusalIsOnTheErrorStreamOnly() {
        AlarmCommand command = command("a");

        assertThat(print(List.of(command), List.of(reply(command, Outcome.NOT_POSSIBLE, 0, "it is shelved"))))
                .isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(errors.toString()).isEqualTo("NOT_POSSIBLE: it is shelved\n");
    }

    @Test
    void aSingleSuccessTellsWhatWasLeftOut() {
        AlarmCommand command = command("a");

        assertThat(print(List.of(command), List.of(reply(command, Outcome.DONE, 1, "(2 were normal)"))))
                .isZero();
        assertThat(out.toString()).isEqualTo("done: 1 alarm (2 were normal)\n");
        assertThat(errors.toString()).isEmpty();
    }

    private int print(List<AlarmCommand> commands, List<CommandReply> replies) {
        return new CommandOutcome(commands, replies).print(new PrintWriter(out, true), new PrintWriter(errors, true));
    }

    private static AlarmCommand command(String alarm) {
        return new AlarmCommand(
                "command of " + alarm,
                Instant.EPOCH,
                "anna",
                Operation.ACKNOWLEDGE,
                alarm,
                null,
                null,
                null,
                null,
                null);
    }

    private static CommandReply reply(AlarmCommand command, Outcome outcome, int changed, @Nullable String reason) {
        return new CommandReply(
                command.id(), "anna", outcome, changed, reason, Instant.EPOCH, new Source("alarms.commands", 0, 1));
    }
}
