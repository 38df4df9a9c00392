package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ProbeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--to=gateway1|'--to'|must be HOST:PORT, was \"gateway1\"; such as gateway1:8089",
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
}
