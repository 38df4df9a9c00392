package io.weir.standalone;

import io.weir.contract.config.TrustedAuthorities;
import io.weir.standalone.alarms.Alarms;
import io.weir.standalone.archive.ArchiveCommand;
import io.weir.standalone.doctor.DoctorCommand;
import io.weir.standalone.drain.DrainCommand;
import io.weir.standalone.query.CardinalityCommand;
import io.weir.standalone.query.QueryCommand;
import io.weir.standalone.query.SeriesCommand;
import io.weir.standalone.reset.ResetCommand;
import io.weir.standalone.rules.RulesCommand;
import io.weir.standalone.send.Send;
import io.weir.standalone.topic.AclsCommand;
import io.weir.standalone.topic.StateCommand;
import io.weir.standalone.topic.Tap;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code weir}. */
@Command(
        name = "weir",
        description = "Receives the metrics of a computing farm, processes them on Kafka, raises alarms"
                + " and stores them.",
        mixinStandardHelpOptions = true,
        version = "weir 0.1.0",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            Up.class,
            Parse.class,
            Send.class,
            Tap.class,
            Alarms.class,
            QueryCommand.class,
            SeriesCommand.class,
            CardinalityCommand.class,
            RulesCommand.class,
            ViewsCommand.class,
            StorageCommand.class,
            ArchiveCommand.class,
            StateCommand.class,
            AclsCommand.class,
            ResetCommand.class,
            Probe.class,
            HealthCommand.class,
            TopCommand.class,
            Completion.class
        })
public final class Weir {

    /**
     * Runs the command and exits with its code: 0 for success, 1 for a failure, 2 for an invalid
     * command line.
     */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine weir = new CommandLine(new Weir());
        weir.addSubcommand(new DoctorCommand(Weir::authorities));
        for (ServiceKind kind : ServiceKinds.ALL) {
            if (weir.getSubcommands().containsKey(kind.name())) {
                continue; // This command has its own class.
            }
            CommandLine service = new CommandLine(new ServiceCommand(kind));
            service.getCommandSpec().usageMessage().description(kind.about());
            if (kind.equals(ServiceKinds.GATEWAY)) {
                service.addSubcommand(new DrainCommand());
            }
            weir.addSubcommand(kind.name(), service);
        }
        return CommandErrors.install(weir);
    }

    private static TrustedAuthorities authorities(Optional<String> service, Path file) {
        Optional<Path> config = Optional.of(file);
        Settings settings = service.flatMap(ServiceKinds::named)
                .map(kind -> Settings.ofOne(kind, config, System.getenv()))
                .orElseGet(() -> Settings.ofAll(ServiceKinds.ALL, config, System.getenv()));
        return settings.authorities();
    }
}
