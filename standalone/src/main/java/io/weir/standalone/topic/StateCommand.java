package io.weir.standalone.topic;

import io.weir.contract.alarm.FarmState;
import java.io.PrintWriter;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir state}: the values that are set for the whole farm. */
@Command(
        name = "state",
        description = "Shows or changes the state of the farm, such as the number of the run, from which"
                + " rules make tags.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class StateCommand {

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Command(name = "list", description = "Shows the set values, as NAME=VALUE.", mixinStandardHelpOptions = true)
    int list(@Mixin KafkaOptions kafka) {
        PrintWriter out = command.commandLine().getOut();
        new StateTopic(kafka.settings()).read().values().forEach((name, value) -> out.println(name + "=" + value));
        out.flush();
        return CommandLine.ExitCode.OK;
    }

    @Command(
            name = "set",
            description = "Sets values. Services apply them within about a second.",
            mixinStandardHelpOptions = true)
    int set(
            @Mixin KafkaOptions kafka,
            @Parameters(
                            arity = "1..*",
                            paramLabel = "NAME=VALUE",
                            description = "Such as run=1234.",
                            converter = StateSetting.Reader.class)
                    List<StateSetting> settings) {
        TreeMap<String, String> values = new TreeMap<>();
        settings.forEach(each -> values.put(each.name(), each.value()));
        return change(kafka, values);
    }

    @Command(
            name = "unset",
            description = "Unsets values: series get no tags from them any more.",
            mixinStandardHelpOptions = true)
    int unset(
            @Mixin KafkaOptions kafka,
            @Parameters(
                            arity = "1..*",
                            paramLabel = "NAME",
                            description = "Such as run.",
                            converter = StateSetting.NameReader.class)
                    List<String> names) {
        TreeMap<String, String> values = new TreeMap<>();
        names.forEach(name -> values.put(name, ""));
        return change(kafka, values);
    }

    private int change(KafkaOptions kafka, SortedMap<String, String> values) {
        StateTopic topic = new StateTopic(kafka.settings());
        FarmState before = topic.read();
        topic.write(values);
        PrintWriter out = command.commandLine().getOut();
        Function<String, String> shown = value -> value.isEmpty() ? "not set" : value;
        values.forEach((name, value) ->
                out.println(name + ": " + shown.apply(before.value(name)) + " -> " + shown.apply(value)));
        out.flush();
        return CommandLine.ExitCode.OK;
    }
}
