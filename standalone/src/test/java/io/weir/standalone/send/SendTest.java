package io.weir.standalone.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SendTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --rate -1             | --rate must be 0 to 1000000000, was -1
            --lines 0             | --lines must be at least 1, was 0
            --lines 501           | --lines must be at most 500 for generated lines, was 501
            --lines 500 --measurement a-rather-long-name-of-a-measurement-with-so-many-lines | that many lines of a-rather-long
            --series 0            | --series must be 1 to 100000000, was 0
            --bad 101             | --bad must be 0 to 100, was 101.0
            --count 0             | --count must be at least 1, was 0
            --duration 10         | --duration must be a duration, was "10"; did you mean 10s?
            --wait x              | --wait must be a duration, was "x"
            --values sinus        | expected one of
            --measurement a=b     | --measurement must be
            --sources 100001      | --sources must be 1 to 100000, was 100001
            --sources 2 --to [::1]:8089 | only a gateway at 127.0.0.1 receives from other addresses in 127/8, not one at [::1]:8089
            --to 127.0.0.1        | --to must be HOST:PORT, such as 127.0.0.1:8089 or [::1]:8089, was '127.0.0.1'
            --to 127.0.0.1:0      | --to must be HOST:PORT
            --to ::1:8089         | --to must be HOST:PORT
            --to no-such.invalid:1 | --to: no host 'no-such.invalid' is known
            --meters ftp://x      | --meters must be a URL such as http://127.0.0.1:9400, or none, was 'ftp://x'
            --speed 2             | --speed is for a FILE; generated lines are stamped as they are sent
            --now                 | --now is for a FILE
            x.txt --series 3      | --series is for generated lines; a FILE brings its own
            x.txt --duration 1s   | --duration is for generated lines
            x.txt --speed 0       | --speed must be a number above 0 such as 10 or 0.5, or max, was '0'
            x.txt --speed fast    | --speed must be a number above 0
            """)
    void aMistakeNamesTheOptionAndWhatItTakes(String arguments, String said) {
        StringWriter errors = new StringWriter();
        int exit = new CommandLine(new Send()).setErr(new PrintWriter(errors)).execute(withSafeTarget(arguments));

        assertThat(errors.toString()).contains(said);
        assertThat(exit).isEqualTo(CommandLine.ExitCode.USAGE);
    }

    /** If a mistake goes undetected, no gateway of this machine receives anything. */
    private static String[] withSafeTarget(String arguments) {
        String target = arguments.contains("--to") ? "" : " --to 127.0.0.1:9";
        return (arguments + target).trim().split(" +");
    }
}
