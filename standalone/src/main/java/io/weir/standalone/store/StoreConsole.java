package io.weir.standalone.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintStream;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Captures the few lines that the embedded store prints outside of its log at its start and end,
 * and logs them at level debug. Lines of other threads pass unmodified.
 */
final class StoreConsole {
    private static final Logger LOG = LoggerFactory.getLogger(StoreConsole.class);

    private StoreConsole() {}

    /** Runs the supplier in this thread and captures the lines that it prints. */
    static <T> T captured(Supplier<T> from) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        Thread thread = Thread.currentThread();
        System.setOut(new Captured(out, thread));
        System.setErr(new Captured(err, thread));
        try {
            return from.get();
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /** Captures only whole lines: the log itself writes bytes, which pass. */
    private static final class Captured extends PrintStream {
        private final Thread thread;

        Captured(PrintStream original, Thread thread) {
            super(original, true, UTF_8);
            this.thread = thread;
        }

        @Override
        public void println(String line) {
            if (Thread.currentThread() == thread) {
                LOG.debug("{}", line);
            } else {
                super.println(line);
            }
        }

        @Override
        @SuppressWarnings("AnnotateFormatMethod") // The overridden one is not annotated either.
        public PrintStream printf(String format, Object... arguments) {
            if (Thread.currentThread() == thread) {
                LOG.debug("{}", String.format(format, arguments).strip());
                return this;
            }
            return super.printf(format, arguments);
        }
    }
}
