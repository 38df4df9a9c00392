package io.weir.gateway.exec;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.exec.CommandSettings.Schedule;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.MessageKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** An input for the output of a command. */
public record ExecSettings(InputName input, CommandSettings command, MessageKeys messages) implements InputSettings {
    private static final Duration LEAST = Duration.ofMillis(100);

    public static ExecSettings read(InputName name, YamlSection section) {
        List<String> command = section.texts("command", "the program and its arguments; no shell reads them")
                .or(List.of());
        if (command.size() == 1 && command.get(0).contains(" ")) {
            section.refuse("command", "is one text with blanks", "write a list, such as [eos, node, ls, -m]");
        }
        CommandSettings settings = new CommandSettings(
                name.text(),
                command,
                section.entries("environment", text -> text, "variables besides the gateway's; WEIR_* are removed")
                        .or(new TreeMap<>()),
                section.value("directory", Path.of(""), NamedFile::path, "where the command runs")
                        .optional(),
                schedule(section),
                section.integer(
                                "message-bytes",
                                1 << 10,
                                128 << 20,
                                "longest output of a run; without interval, longest line")
                        .or(1 << 20));
        MessageKeys messages = MessageKeys.read(name, section);
        if (settings.schedule().isEmpty() && messages.hasHeaders()) {
            section.refuse("csv", "has no columns: without interval, each line is a message", "set csv.columns");
        }
        return new ExecSettings(name, settings, messages);
    }

    private static Optional<Schedule> schedule(YamlSection section) {
        Optional<Duration> interval = section.duration(
                        "interval",
                        LEAST,
                        "time from start to start; without it, the command is kept running, and each line is a message")
                .optional();
        Duration jitter = section.duration(
                        "jitter", Duration.ZERO, "the first start is delayed by a random time up to this one")
                .or(Duration.ZERO);
        Optional<Duration> timeout = section.duration(
                        "timeout", LEAST, "a command that runs longer is killed; default: interval")
                .optional();
        if (interval.isEmpty() && (timeout.isPresent() || section.has("jitter"))) {
            section.refuse(timeout.isPresent() ? "timeout" : "jitter", "has no effect without interval", "set it, too");
        }
        return interval.map(time -> new Schedule(time, jitter, timeout.orElse(time)));
    }

    @Override
    public String name() {
        return input.text();
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public Input open(Intakes intakes) {
        String missing =
                command.command().isEmpty() ? "input " + name() + " has no command; set " + input.key("command") : "";
        return ExecInput.open(command, intakes, messages.messages(missing));
    }
}
