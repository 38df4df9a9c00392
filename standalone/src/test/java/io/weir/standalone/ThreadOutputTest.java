package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadOutputTest {
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;

    @AfterEach
    void restore() {
        System.setOut(out);
        System.setErr(err);
    }

    @Test
    void separatesACommandFromTestsBesideIt() {
        ByteArrayOutputStream others = new ByteArrayOutputStream();
        System.setOut(new PrintStream(others, true, UTF_8));
        System.setErr(System.out);
        ThreadOutput.install();
        ByteArrayOutputStream command = new ByteArrayOutputStream();

        join(() -> {
            ThreadOutput.collect(command);
            System.out.print("result ");
            join(() -> System.err.print("log"));
        });
        System.out.print("beside ");
        join(() -> System.err.print("it"));

        assertThat(command.toString(UTF_8)).isEqualTo("result log");
        assertThat(others.toString(UTF_8)).isEqualTo("beside it");
    }

    private static void join(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
