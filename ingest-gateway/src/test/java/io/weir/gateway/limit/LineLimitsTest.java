package io.weir.gateway.limit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.LineBounds;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineLimitsTest {
    private final LineLimits limits =
            new LineLimits(LineLimits.NONE, 3, 2, new LineBounds(30, 8192, 1024, 5, LineBounds.Refused.NUL));
    private final LineReader line = new LineReader();

    /** Reads each line twice: the previous line must have no effect. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\0',
            nullValues = "good",
            delimiter = '|',
            value = {
                "cpu a=1 1                      | good",
                "cpu,host=abcdefgh value=1 12345| line-too-long",
                "cpu,host=abcdefgh value=1 1234 | good",
                "cpu a=1,b=2,c=3                | good",
                "cpu a=1,b=2,c=3,d=4            | too-many-fields",
                "cpu s=\"12345\"                | good",
                "cpu s=\"123456\"               | string-too-long",
                "cpu a=1,s=\"123456\"           | string-too-long",
                "cpu a=1234567890               | good",
                "cpu s=\"a\u0000b\"          | control-character",
                "cpu s=\"a\u0001b\"          | good"
            })
    void refusesWhatIsTooLarge(String text, String reason) {
        for (int i = 0; i < 2; i++) {
            byte[] bytes = text.getBytes(UTF_8);
            line.wrap(bytes, 0, bytes.length);
            assertThat(line.next()).isTrue();
            assertThat(line.error()).isEqualTo(LineError.NONE);
            assertThat(limits.refuses(line, 0)).isEqualTo(reason);
        }
    }

    @Test
    void refusesNothingWithoutLimits() {
        byte[] bytes = ("cpu a=\"" + "x".repeat(60_000) + "\"" + ",b=1".repeat(1000)).getBytes(UTF_8);
        line.wrap(bytes, 0, bytes.length);
        assertThat(line.next()).isTrue();
        assertThat(LineLimits.UNLIMITED.refuses(line, 0)).isNull();
    }
}
