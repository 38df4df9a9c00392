package io.weir.alarming.condition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadingTest {

    private static final int LONGEST = 1_024;

    @Test
    void ofATextOnlySoMuchIsKeptAndTold() {
        Reading kept = new Reading();
        kept.keep(text("x".repeat(LONGEST) + "y".repeat(1_000_000)));

        assertThat(kept).hasToString("x".repeat(LONGEST));
        assertThat(kept.isSame(text("x".repeat(LONGEST) + "z"))).isTrue();
        assertThat(kept.isSame(text("x".repeat(LONGEST - 1)))).isFalse();
    }

    private static Reading text(String text) {
        Reading reading = new Reading();
        byte[] utf8 = text.getBytes(UTF_8);
        reading.showText(utf8, 0, utf8.length);
        return reading;
    }
}
