package io.weir.standalone.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {

    @Test
    void isUsedUnlessTheEnvironmentForbidsIt() {
        assertThat(Terminal.isWanted(Map.of("TERM", "xterm"))).isTrue();
        assertThat(Terminal.isWanted(Map.of("TERM", "xterm", "CI", "", "NO_COLOR", "")))
                .isTrue();
        assertThat(Terminal.isWanted(Map.of())).isFalse();
        assertThat(Terminal.isWanted(Map.of("TERM", "dumb"))).isFalse();
        assertThat(Terminal.isWanted(Map.of("TERM", "xterm", "NO_COLOR", "1"))).isFalse();
        assertThat(Terminal.isWanted(Map.of("TERM", "xterm", "CI", "true"))).isFalse();
    }

    @Test
    void takesTheWidthThatTheEnvironmentNames() {
        Terminal terminal = new Terminal(Map.of("COLUMNS", "132"), 0);

        assertThat(terminal.width(Long.MAX_VALUE)).isEqualTo(132);
    }
}
