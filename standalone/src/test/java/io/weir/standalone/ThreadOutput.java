package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A standard stream that gives each thread's output to the command that started the thread. Output
 * of all other threads goes where it went before, so that a test that runs at the same time cannot
 * write into the output of a command.
 */
final class ThreadOutput extends OutputStream {
    private static final InheritableThreadLocal<@Nullable OutputStream> COMMAND = new InheritableThreadLocal<>();

    private final PrintStream before;

    private ThreadOutput(PrintStream before) {
        this.before = before;
    }

    /** From now on this thread and the threads that it starts write both standard streams to {@code output}. */
    static void collect(OutputStream output) {
        COMMAND.set(output);
    }

    /** Puts itself before both standard streams, if it is not yet there. */
    static synchronized void install() {
        install(System.out, System::setOut);
        install(System.err, System::setErr);
    }

    private static void install(PrintStream now, Consumer<PrintStream> set) {
        if (!(now instanceof Installed)) {
            set.accept(new Installed(now));
        }
    }

    @Override
    public void write(int b) throws IOException {
        OutputStream command = COMMAND.get();
        (command == null ? before : command).write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        OutputStream command = COMMAND.get();
        (command == null ? before : command).write(bytes, offset, length);
    }

    @Override
    public void flush() {
        before.flush();
    }

    private static final class Installed extends PrintStream {
        Installed(PrintStream before) {
            super(new ThreadOutput(before), true, UTF_8);
        }
    }
}
