package io.weir.standalone.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExpectedTest {

    @Test
    void anEllipsisStandsForTextWithinALine() {
        Expected expected = new Expected("ready after … ms (all)\n");

        assertThat(expected.isAllOf("ready after 12 ms (all)\n")).isTrue();
        assertThat(expected.isAllOf("ready after  ms (all)\n")).isTrue();
        assertThat(expected.isAllOf("ready after 1\n2 ms (all)\n")).isFalse();
        assertThat(expected.isAllOf("ready after 12 ms [all]\n")).isFalse();
        assertThat(expected.isAllOf("ready after 12 ms (all)\nmore\n")).isFalse();
    }

    @Test
    void aLineOfAnEllipsisStandsForAnyLines() {
        Expected expected = new Expected("first\n…\nlast\n");

        assertThat(expected.isAllOf("first\nlast\n")).isTrue();
        assertThat(expected.isAllOf("first\na\nb\nlast\n")).isTrue();
        assertThat(expected.isAllOf("first\nalast\n")).isFalse();
        assertThat(expected.isAllOf("last\n")).isFalse();
    }

    @Test
    void whatGoesOnNeedOnlyBeginAsExpected() {
        Expected expected = new Expected("…\nready\n");

        assertThat(expected.isBeginningOf("a\nready\nmore\n")).isTrue();
        assertThat(expected.isBeginningOf("a\nrea")).isFalse();
    }
}
