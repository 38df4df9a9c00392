package io.weir.standalone.archive;

import io.weir.contract.service.StartException;
import io.weir.standalone.option.TimeOption;
import io.weir.writer.store.archive.ArchiveCheck;
import io.weir.writer.store.archive.Deletions;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir archive}: an archive's files, without a running Weir. */
@Command(
        name = "archive",
        subcommands = {RestoreCommand.class, CompactCommand.class},
        description =
                "Lists, checks, exports, restores, compacts and deletes what the writer has archived (archive:DIR). Needs no Kafka; a"
                        + " writer may run meanwhile.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class ArchiveCommand {
    @Spec
    private CommandSpec command = CommandSpec.create();

    @Command(
            name = "ls",
            description = "Shows what is there: for each measurement its first and last hour, files and bytes. An hour"
                    + " counts if --from and --to include a part of it.",
            mixinStandardHelpOptions = true)
    int list(@Mixin Directory directory, @Mixin Choice choice) {
        try {
            MeasurementTable table = MeasurementTable.read(directory.open(), choice.selection());
            table.lines().forEach(this::say);
            return CommandLine.ExitCode.OK;
        } catch (IOException e) {
            throw failed("list", e);
        }
    }

    @Command(
            name = "verify",
            description = "Reads every file: its checksum, its name, and whether offsets of Kafka are missing or twice."
                    + " Shows each problem. Exit code 0 without problems, 1 with some.",
            mixinStandardHelpOptions = true)
    int verify(@Mixin Directory directory) {
        try {
            ArchiveCheck.Outcome outcome = new ArchiveCheck(directory.open(), this::say).run();
            say(String.format(
                    Locale.ROOT,
                    "%d files, %d lines, %d bytes: %s",
                    outcome.files(),
                    outcome.rows(),
                    outcome.bytes(),
                    outcome.problems() == 0 ? "no problems" : outcome.problems() + " problems"));
            return outcome.problems() == 0 ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } catch (IOException e) {
            throw failed("verify", e);
        }
    }

    @Command(
            name = "export",
            description = "Writes archived lines to the standard output, as line protocol with timestamps in"
                    + " nanoseconds, in the order of measurement, hour, partition and series.",
            mixinStandardHelpOptions = true)
    int export(@Mixin Directory directory, @Mixin Choice choice) {
        try {
            long lines = directory.open().export(choice.selection(), new StandardOutput());
            command.commandLine().getErr().println(lines + " lines");
            return CommandLine.ExitCode.OK;
        } catch (IOException e) {
            throw failed("export", e);
        }
    }

    @Command(
            name = "delete-before",
            description =
                    "Deletes the files of all hours that ended at TIME or before, and of scattered lines that are all older."
                            + " Later, verify does not miss them.",
            mixinStandardHelpOptions = true)
    int deleteBefore(
            @Mixin Directory directory,
            @Parameters(
                            index = "1",
                            paramLabel = "TIME",
                            converter = TimeOption.class,
                            description = "Such as 2016-11-27 or 2016-11-27T15:00:00Z, in UTC.")
                    Instant time,
            @Option(names = "--dry-run", description = "Only shows the files.") boolean isDry) {
        try {
            Deletions.Outcome outcome = Deletions.deleteBefore(directory.open(), time, isDry, file -> say(file.path()));
            say(String.format(
                    Locale.ROOT,
                    "%d files, %d bytes: %s",
                    outcome.files(),
                    outcome.bytes(),
                    isDry ? "would be deleted" : "deleted"));
            return CommandLine.ExitCode.OK;
        } catch (IOException e) {
            throw failed("delete", e);
        }
    }

    private static StartException failed(String action, IOException e) {
        return new StartException("cannot " + action + ": " + e.getMessage(), e);
    }

    private void say(Object line) {
        PrintWriter out = command.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
