package io.weir.standalone;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A script that completes commands, options and their values in fish, which picocli has none for. */
final class FishCompletion {
    /** Labels of arguments that are files. */
    private static final Set<String> FILES = Set.of("FILE", "DIR", "DIRECTORY");

    private static final int LONGEST_DESCRIPTION = 70;

    /** Finds the subcommand among the words before the cursor, of which some are options. */
    private static final String HEADER = """
            function __weir_at --description 'Whether the words before the cursor end in this command'
                set -l at ''
                for word in (commandline -opc)[2..-1]
                    set -l next (string trim -- "$at $word")
                    if contains -- $next $__weir_commands
                        set at $next
                    end
                end
                test "$at" = "$argv[1]"
            end
            complete -c weir -f
            """;

    private final Map<String, CommandSpec> commands = new TreeMap<>();
    private final List<String> lines = new ArrayList<>();

    private FishCompletion(CommandLine weir) {
        collect("", weir);
    }

    /** The script for this command and all below it. */
    static String of(CommandLine weir) {
        FishCompletion completion = new FishCompletion(weir);
        completion.commands.forEach(completion::add);
        String names = completion.commands.keySet().stream()
                .map(FishCompletion::quoted)
                .collect(Collectors.joining(" "));
        return "set -g __weir_commands " + names + "\n" + HEADER + String.join("\n", completion.lines) + "\n";
    }

    private void collect(String path, CommandLine command) {
        commands.put(path, command.getCommandSpec());
        command.getSubcommands().forEach((name, below) -> collect((path + " " + name).strip(), below));
    }

    private void add(String path, CommandSpec command) {
        String at = "complete -c weir -n " + quoted("__weir_at " + quoted(path));
        command.subcommands()
                .forEach((name, below) -> lines.add(at + " -a " + name + " -d "
                        + quoted(shortened(below.getCommandSpec().usageMessage().description()))));
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                lines.add(at + names(option) + value(option) + " -d " + quoted(shortened(option.description())));
            }
        }
        command.positionalParameters().stream()
                .map(FishCompletion::values)
                .filter(values -> !values.isEmpty())
                .forEach(values -> lines.add(at + values));
    }

    private static String names(OptionSpec option) {
        StringBuilder names = new StringBuilder();
        for (String name : option.names()) {
            names.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
        }
        return names.toString();
    }

    private static String value(OptionSpec option) {
        return option.arity().max() == 0 ? "" : " -r" + values(option);
    }

    /** The known values: words, or files; empty if there are none. */
    private static String values(ArgSpec argument) {
        Iterable<String> candidates = argument.completionCandidates();
        if (candidates != null && candidates.iterator().hasNext()) {
            return " -a "
                    + quoted(StreamSupport.stream(candidates.spliterator(), false)
                            .collect(Collectors.joining(" ")));
        }
        return FILES.contains(argument.paramLabel()) ? " -F" : "";
    }

    /** The first sentence, cut. */
    private static String shortened(String[] description) {
        String text = String.join(" ", description);
        int end = text.indexOf(". ");
        String sentence = end < 0 ? text : text.substring(0, end);
        return sentence.length() <= LONGEST_DESCRIPTION
                ? sentence
                : sentence.substring(0, LONGEST_DESCRIPTION - 1) + "…";
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
