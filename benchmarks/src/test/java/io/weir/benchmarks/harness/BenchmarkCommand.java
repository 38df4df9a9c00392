package io.weir.benchmarks.harness;

import java.util.concurrent.Callable;
import picocli.CommandLine;

/** Runs a benchmark as a command. */
public final class BenchmarkCommand {
    private BenchmarkCommand() {}

    /**
     * Reads the options into the benchmark, calls it, and exits with the status that it returns.
     * Names of parts may be written in any case; {@code --help} shows the defaults.
     */
    public static void run(Callable<Integer> benchmark, String[] arguments) {
        CommandLine command = new CommandLine(benchmark).setCaseInsensitiveEnumValuesAllowed(true);
        command.getCommandSpec().mixinStandardHelpOptions(true).usageMessage().showDefaultValues(true);
        System.exit(command.execute(arguments));
    }
}
