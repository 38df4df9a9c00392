package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ProbeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--to=gateway1|'--to'|must be HOST:PORT, was \"gateway1\"; such as gateway1:8089",
                "--to=ftp://influx1|'--to'|must be a URL that starts with http:// or https://",
                "--format=graphite|'--format'|must be udp, influx, otlp or prometheus, was \"graphite\"",
                "--listen=9408|'--listen'|must be HOST:PORT, was \"9408\"",
                "--interval=1|'--interval'|was \"1\"",
                "--interval=10ms|'--interval'|must be a duration of at least 500ms",
                "--process=|'--process'|must have 1 to 256 characters",
            },
            quoteCharacter = '`')
    void namesTheOptionThatIsWrongAndWhatWasMeant(String option, String culprit, String wrong) {
        StringWriter errors = new StringWriter();

        int exit = Weir.commandLine().setErr(new PrintWriter(errors)).execute("probe", option);

        assertThat(exit).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains(culprit, wrong);
    }

    @ParameterizedTest
    @ValueSource(strings = {"./weir probe ", "io.weir.standalone.Weir probe "})
    void takesEveryCommandOfItsPage(String start) throws IOException {
        List<String> commands = Files.readAllLines(Path.of("..", "docs", "probe.md")).stream()
                .filter(line -> line.contains(start))
                .map(line ->
                        line.substring(line.indexOf(start) + start.length()).replace("'", ""))
                .toList();

        assertThat(commands).isNotEmpty().allSatisfy(options -> Weir.commandLine()
                .parseArgs(("probe " + options).split(" ")));
    }
}
