package io.weir.gateway.limit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.LineReader;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineCountTest {
    private final LineCount count = new LineCount();
    private final LineReader reader = new LineReader();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "a b=1",
                "a b=1\n",
                "a b=1\na b=2\n\na b=3",
                "# comment\n \t# comment\n#",
                "a b=1\r\n\r\n a b=2\r\n",
                "\r",
                "\0\0\na b=1\0",
                "a s=\"x\ny\"\na b=1",
                "a s=\"x\ny\na b=1",
                "rubbish\nrubbish"
            })
    void countsAsManyAsWouldBeRead(String text) {
        check(text.getBytes(UTF_8));
        check(text.getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource({"'',0", "'\n\n',0", "a,1", "'a\n',1", "'\na\n\nb',2", "'# comment\n\"a\nb\"',3"})
    void countsWhatIsBetweenLineFeedsWhereNothingMayBeRead(String text, int lines) {
        byte[] bytes = text.getBytes(UTF_8);
        assertThat(LineCount.ofUnread(bytes, 0, bytes.length)).isEqualTo(lines);
    }

    @Test
    void countsAsManyAsWouldBeReadOfRandomText() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("LineCountTest seed=" + seed);
        Random random = new Random(seed);
        String alphabet = "a=1, \n\r\t#\"\\\0";
        for (int i = 0; i < 20_000; i++) {
            byte[] text = new byte[random.nextInt(40)];
            for (int k = 0; k < text.length; k++) {
                text[k] = (byte) alphabet.charAt(random.nextInt(i % 2 == 0 ? alphabet.length() : 9));
            }
            check(text);
        }
    }

    private void check(byte[] text) {
        int lines = 0;
        reader.wrap(text, 0, text.length);
        while (reader.next()) {
            lines++;
        }
        assertThat(count.of(text, 0, text.length)).as(new String(text, UTF_8)).isEqualTo(lines);
    }
}
