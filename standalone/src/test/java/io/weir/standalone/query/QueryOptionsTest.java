package io.weir.standalone.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.Durations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options that contradict each other are refused before any request. */
class QueryOptionsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --since=1h --from=2023-11-14                          | --since and --from both set the start: use one of them
            --until=2023-11-14                                    | --until alone is no range: add --since or --from
            --from=2023-11-14 --until=2023-11-13                  | the range starts at 2023-11-14T00:00:00Z and ends before
            --from=2024-01-01                                     | and ends before, at 2023-11-14T22:23:20Z
            --since=100y                                          | the start must be a time from 1970 to 2262
            --from=+10000-01-01T00:00:00Z                         | --from must be a time from 1970 to 2262
            --since=1h --until=+10000-01-01T00:00:00Z             | --until must be a time from 1970 to 2262
            --at=1950-01-01                                       | --at must be a time from 1970 to 2262
            --since=1h --at=2023-11-14                            | --at is the time of a query without a range
            --plot                                                | --plot needs a range: add --since
            --step=1m                                             | --step needs a range: add --since
            --since=1h --step=0s                                  | --step must be at least 1ms
            --since=1                                             | did you mean 1s?
            --at=yesterday                                        | is no time in UTC
            --json --csv                                          | --json, --csv are mutually exclusive
            --json --parquet                                      | --json, --parquet are mutually exclusive
            --since=1h --parquet                                  | --parquet writes stored values: add --raw
            --raw --parquet                                       | --raw needs a range: add --since
            """)
    void wrongOptionsAreRefused(String options, String message) {
        String[] arguments = ("up " + options).split(" ");
        CommandCalls call = CommandCalls.query(arguments);
        assertThat(call.exit()).isEqualTo(2);
        assertThat(call.errors()).contains(message);
        assertThat(call.output()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --url=ftp://host                 | --url must be the address of a web server
            --url=127.0.0.1:9090             | --url must be the address of a web server
            --url=http://user:secret@host    | leave out users, passwords
            --url=http://host/?query=up      | leave out users, passwords and what follows a ?
            --url=http://host:65536          | --url must be the address of a web server
            --timeout=0s                     | --timeout must be from 1ms to 1d
            --token-file=/no/such/file       | --token-file \"/no/such/file\" does not exist; looked for
            """)
    void wrongServersAreRefused(String option, String message) {
        CommandCalls call = CommandCalls.series(option);
        assertThat(call.exit()).isEqualTo(1);
        assertThat(call.errors()).contains(message);
    }

    /** The message of the JDK about a wrong header contains the header. */
    @ParameterizedTest
    @ValueSource(strings = {"secret\nsecret", "secret secret", "sécret", "secret\u007f", "secret\u0000"})
    void aTokenThatFitsIntoNoHeaderIsRefusedAndNotShown(String text, @TempDir Path directory) throws IOException {
        Path token = Files.writeString(directory.resolve("token"), text + "\n");
        CommandCalls call = CommandCalls.query("up", "--token-file=" + token);
        assertThat(call.exit()).isEqualTo(1);
        assertThat(call.errors())
                .isEqualTo(
                        "--token-file \"" + token + "\" has several lines or words, or characters other than printable"
                                + " ASCII; write only the token into it");
    }

    @ParameterizedTest
    @CsvSource({"1s,1s", "250s,1s", "251s,2s", "1h,15s", "1d,10m", "30d,6h", "250d,1d", "251d,2d", "730d,3d"})
    void theUsualStepDividesARangeIntoAtMost250(String range, String step) {
        TimeRange time = new TimeRange(Instant.EPOCH, Instant.EPOCH.plus(duration(range)));
        assertThat(time.usualStep()).isEqualTo(duration(step));
        assertThat(time.length().dividedBy(time.usualStep())).isLessThanOrEqualTo(250);
    }

    private static Duration duration(String text) {
        return Durations.parse(text);
    }
}
