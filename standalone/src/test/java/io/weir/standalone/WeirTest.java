package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class WeirTest {

    @Test
    void hasHelpForEveryCommand() {
        Set<String> names = new TreeSet<>(Weir.commandLine().getSubcommands().keySet());
        assertThat(names).contains("up", "gateway", "processing", "alarming", "writer", "parse", "probe");

        for (String name : names) {
            StringWriter help = new StringWriter();
            int exit = Weir.commandLine().setOut(new PrintWriter(help)).execute(name, "--help");

            assertThat(exit).as(name).isZero();
            assertThat(help.toString()).startsWith("Usage: weir " + name);
        }
    }

    @Test
    void suggestsTheCommandThatWasMeant() {
        StringWriter errors = new StringWriter();

        int exit = Weir.commandLine().setErr(new PrintWriter(errors)).execute("gatway");

        assertThat(exit).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).isEqualTo("""
                weir: unknown command "gatway"; did you mean "gateway"?
                'weir --help' shows the usage
                """);
    }

    @Test
    void showsNoJavaInItsHelp() {
        for (String name : Weir.commandLine().getSubcommands().keySet()) {
            StringWriter help = new StringWriter();
            Weir.commandLine().setOut(new PrintWriter(help)).execute(name, "--help");

            assertThat(help.toString()).as(name).doesNotContain("Optional", "Default: null", "Default: \n");
        }
    }
}
