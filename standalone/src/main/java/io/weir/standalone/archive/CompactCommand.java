package io.weir.standalone.archive;

import io.weir.contract.service.StartException;
import io.weir.writer.store.archive.Compaction;
import io.weir.writer.store.archive.Selection;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weir archive compact}: many small files become few. */
@Command(
        name = "compact",
        description = "Merges the files of each measurement, hour and partition, and removes lines that are equal to"
                + " a later one in the merged file. Shows each merged file. Only whole hours between --from and --to;"
                + " without --to, hours that ended two hours ago or before. Scattered lines (docs/archive.md) are merged"
                + " whatever their times. A writer may run meanwhile. May be interrupted and repeated.",
        mixinStandardHelpOptions = true)
final class CompactCommand implements Callable<Integer> {
    /** Late lines come to later hours. */
    private static final Duration RECENT = Duration.ofHours(2);

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Mixin
    private Directory directory = new Directory();

    @Mixin
    private Choice choice = new Choice();

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        try (Compaction compaction = Compaction.open(directory.open(), file -> {
            out.println(file.path());
            out.flush();
        })) {
            Compaction.Outcome outcome = compaction.run(selection());
            out.println(String.format(
                    Locale.ROOT,
                    "%d files with %d bytes merged into %d files with %d bytes; %d repeated lines removed",
                    outcome.files(),
                    outcome.bytesBefore(),
                    outcome.merged(),
                    outcome.bytesAfter(),
                    outcome.repeats()));
            out.flush();
            return CommandLine.ExitCode.OK;
        } catch (IOException e) {
            throw new StartException("cannot compact: " + e.getMessage(), e);
        }
    }

    private Selection selection() {
        Selection chosen = choice.selection();
        Instant settled = Clock.systemUTC().instant().minus(RECENT);
        return chosen.to().equals(Selection.ALL.to())
                ? new Selection(chosen.measurements(), chosen.from(), settled)
                : chosen;
    }
}
