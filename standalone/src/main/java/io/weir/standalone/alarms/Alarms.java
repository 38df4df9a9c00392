package io.weir.standalone.alarms;

import picocli.CommandLine.Command;

/** {@code weir alarms}: the commands about alarms. */
@Command(
        name = "alarms",
        description = "Shows alarms.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {AlarmsList.class, AlarmsWatch.class})
public final class Alarms {}
