package io.weir.standalone;

import io.weir.contract.config.FileSchema;
import io.weir.contract.config.MistakesException;
import io.weir.dashboard.view.ViewFiles;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code weir views}: commands on view files before a dashboard reads them. */
@Command(name = "views", description = "Checks view files of the dashboard.", mixinStandardHelpOptions = true)
final class ViewsCommand {

    @Command(
            name = "check",
            description = "Reports all mistakes of all files. Exit code 1 if there is one.",
            mixinStandardHelpOptions = true)
    int check(
            @Parameters(paramLabel = "DIRECTORY", description = "A directory with one *.yaml file for each view.")
                    Path directory) {
        try {
            ViewFiles.in(directory)
                    .forEach(view -> System.out.println(view.name() + ": " + view.title() + ", "
                            + view.panels().size() + " panels"));
            return 0;
        } catch (MistakesException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }

    @Command(
            name = "schema",
            description = "Prints a JSON Schema of view files, with which editors complete and check them.",
            mixinStandardHelpOptions = true)
    int schema() {
        System.out.println(FileSchema.text("View of Weir", ViewFiles.declarations()));
        return 0;
    }
}
