package io.weir.standalone.top;

import io.weir.contract.service.StartException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jline.terminal.Attributes;
import org.jline.terminal.KeyEvent;
import org.jline.terminal.KeyParser;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;
import org.jline.utils.Signals;

/**
 * The terminal while the view is live: the view has the whole screen, and gets each key immediately.
 * Closing it restores the former screen, whatever ended the view. Used by one thread.
 */
final class LiveTerminal implements AutoCloseable {
    /** As of a shell: 128 and the number of the signal. */
    private static final int HANGUP = 129;

    private static final int INTERRUPTED = 130;
    private static final int TERMINATED = 143;
    private static final int RUNNING = -1;

    private static final char ESCAPE = '\033';
    /** Bytes of one key arrive together; a person's next key does not. */
    private static final long NEXT_BYTE_MILLIS = 20;

    private final Terminal terminal;
    private final Attributes before;
    private final Display display;
    private final AtomicInteger ending = new AtomicInteger(RUNNING);
    private final AtomicBoolean isResized = new AtomicBoolean(true);
    private Size size = Size.of(80, 24);

    private LiveTerminal(Terminal terminal) {
        this.terminal = terminal;
        this.before = terminal.enterRawMode();
        this.display = new Display(terminal, true);
        terminal.handle(Signal.WINCH, signal -> isResized.set(true));
        terminal.handle(Signal.INT, signal -> ending.set(INTERRUPTED));
        terminal.handle(Signal.QUIT, Terminal.SignalHandler.SIG_IGN);
        // A stopped process would leave the terminal in its mode.
        terminal.handle(Signal.TSTP, Terminal.SignalHandler.SIG_IGN);
        Signals.register("TERM", () -> ending.set(TERMINATED));
        Signals.register("HUP", () -> ending.set(HANGUP));
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        terminal.flush();
    }

    /** @throws StartException if the terminal cannot be used */
    static LiveTerminal open() {
        try {
            return new LiveTerminal(
                    TerminalBuilder.builder().system(true).dumb(false).build());
        } catch (IOException | IllegalStateException e) {
            throw new StartException(
                    "this terminal cannot be used (" + e.getMessage() + "): weir top --once prints one screen", e);
        }
    }

    /** The exit code of the signal that ended the view; empty as long as none did. */
    Optional<Integer> ending() {
        int code = ending.get();
        return code == RUNNING ? Optional.empty() : Optional.of(code);
    }

    /** Whether the size may have changed since the last call, and at the first call. */
    boolean isResized() {
        if (!isResized.getAndSet(false)) {
            return false;
        }
        Size now = terminal.getSize();
        if (now.getColumns() > 0 && now.getRows() > 0) {
            size = now;
        }
        display.clear();
        display.resize(size);
        return true;
    }

    int columns() {
        return size.getColumns();
    }

    int rows() {
        return size.getRows();
    }

    /** Shows lines, as many as the terminal has rows. */
    void show(List<AttributedString> lines) {
        display.update(lines, 0);
    }

    /** The next key; empty if there is none within the time. A terminal that is gone ends the view. */
    Optional<KeyEvent> key(Duration within) throws IOException {
        NonBlockingReader keys = terminal.reader();
        int first = keys.read(within.toMillis());
        if (first == NonBlockingReader.EOF) {
            ending.compareAndSet(RUNNING, HANGUP);
        }
        if (first < 0) {
            return Optional.empty();
        }
        StringBuilder sequence = new StringBuilder().append((char) first);
        if (first == ESCAPE) {
            int next = keys.read(NEXT_BYTE_MILLIS);
            while (next >= 0) {
                sequence.append((char) next);
                next = isEnd(sequence) ? NonBlockingReader.EOF : keys.read(NEXT_BYTE_MILLIS);
            }
        }
        return Optional.of(KeyParser.parse(sequence.toString()));
    }

    /** Whether a sequence after Escape is complete. */
    private static boolean isEnd(CharSequence sequence) {
        char last = sequence.charAt(sequence.length() - 1);
        boolean isIntroduced = sequence.charAt(1) == '[' || sequence.charAt(1) == 'O';
        return !isIntroduced || (sequence.length() > 2 && last >= '@' && last <= '~');
    }

    @Override
    public void close() throws IOException {
        terminal.puts(Capability.cursor_normal);
        terminal.puts(Capability.exit_ca_mode);
        terminal.flush();
        terminal.setAttributes(before);
        terminal.close();
    }
}
