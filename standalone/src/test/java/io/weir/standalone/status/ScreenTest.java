package io.weir.standalone.status;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScreenTest {

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final PrintStream terminal = new PrintStream(written, true, UTF_8);

    @AfterEach
    void giveTheStreamsBack() {
        System.setOut(out);
        System.setErr(err);
    }

    @Test
    void whatIsPrintedStandsAboveTheStatus() {
        try (Screen screen = open()) {
            screen.show(List.of("one", "two"));
            System.out.println("log 1");
            System.err.println("log 2");
            screen.show(List.of("three"));
            System.out.print("log 3\nlog 4\n");

            assertThat(seen()).containsExactly("log 1", "log 2", "log 3", "log 4", "three");
        }
    }

    @Test
    void halfALineIsLeftInPeace() {
        try (Screen screen = open()) {
            screen.show(List.of("status"));
            System.out.print("half ");
            assertThat(seen()).containsExactly("half ");

            System.out.println("a line");
            assertThat(seen()).containsExactly("half a line", "status");
        }
    }

    @Test
    void growsAndShrinks() {
        try (Screen screen = open()) {
            System.out.println("log");
            screen.show(List.of("a long line", "another", "third"));
            screen.show(List.of("short"));
            assertThat(seen()).containsExactly("log", "short");

            screen.show(List.of("1", "2"));
            assertThat(seen()).containsExactly("log", "1", "2");
        }
    }

    @Test
    void leavesACleanLineAndGivesTheStreamsBack() {
        try (Screen screen = open()) {
            System.out.println("log");
            screen.show(List.of("1", "2"));
        }
        assertThat(seen()).containsExactly("log", "");
        assertThat(System.out).isSameAs(terminal);
    }

    private Screen open() {
        System.setOut(terminal);
        System.setErr(terminal);
        return Screen.open();
    }

    private List<String> seen() {
        return Emulator.lines(written.toString(UTF_8));
    }
}
