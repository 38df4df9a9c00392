package io.weir.standalone.topic;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TerminalTextTest {

    @Test
    void leavesTextAsItIs() {
        assertThat(TerminalText.of("cpu,host=Zürich temp=21.5,note=\"naïve 温度 🌡\" 17".getBytes(UTF_8)))
                .isEqualTo("cpu,host=Zürich temp=21.5,note=\"naïve 温度 🌡\" 17");
    }

    @Test
    void showsWhatWouldControlATerminal() {
        assertThat(TerminalText.of("a\u001b[31mred\u0007\r\n\tb\u009b2J\u202ec\u007f".getBytes(UTF_8)))
                .isEqualTo("a\\u{001b}[31mred\\u{0007}\\u{000d}\\n\\tb\\u{009b}2J\\u{202e}c\\u{007f}");
    }

    @Test
    void showsBytesThatAreNoText() {
        assertThat(TerminalText.of("a\u00ff\u00feb\u00c3".getBytes(ISO_8859_1))).isEqualTo("a\\xff\\xfeb\\xc3");
        assertThat(TerminalText.of(new byte[] {'x', (byte) 0xe2, (byte) 0x82, 'y', (byte) 0xc3, (byte) 0xa9}))
                .isEqualTo("x\\xe2\\x82yé");
    }

    @Test
    void noBytesControlATerminal() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);

            assertThat(TerminalText.of(bytes).chars().noneMatch(Character::isISOControl))
                    .as("seed %d, round %d", seed, round)
                    .isTrue();
        }
    }
}
