package io.weir.standalone.status;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Console;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Detects a terminal that can be rewritten, and its width. */
public final class Terminal {
    private static final Logger LOG = LoggerFactory.getLogger(Terminal.class);

    private static final int USUAL_WIDTH = 80;
    private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final Pattern SIZE = Pattern.compile("\\d+ (\\d+)\\s*");

    private final int fixed;
    private int width;
    private long lookedNanos;

    Terminal(Map<String, String> environment, long nowNanos) {
        this.fixed = columns(environment.getOrDefault("COLUMNS", ""));
        this.width = fixed > 0 ? fixed : ask();
        this.lookedNanos = nowNanos;
    }

    /** Whether this process has a terminal and the environment allows its use. */
    public static boolean isThere(Map<String, String> environment) {
        return isConsole(System.console()) && isWanted(environment);
    }

    /** The width in columns; 80 without a terminal. */
    public static int width(Map<String, String> environment) {
        return new Terminal(environment, System.nanoTime()).width;
    }

    /**
     * Whether a user can work at a terminal with this process: input and output are one that can be
     * rewritten.
     */
    public static boolean isInteractive(Map<String, String> environment) {
        return isConsole(System.console()) && isRewritable(environment);
    }

    /** Whether the standard output is a terminal, also if the standard input is none. */
    public static boolean isOutput() {
        try {
            return new ProcessBuilder("test", "-t", "1")
                            .redirectOutput(Redirect.INHERIT)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            LOG.debug("the program test is missing", e);
            return isConsole(System.console());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean isRewritable(Map<String, String> environment) {
        String kind = environment.getOrDefault("TERM", "");
        return !kind.isEmpty() && !kind.equals("dumb");
    }

    /** Whether the environment allows the use of a terminal. */
    static boolean isWanted(Map<String, String> environment) {
        return isRewritable(environment)
                && environment.getOrDefault("NO_COLOR", "").isEmpty()
                && environment.getOrDefault("CI", "").isEmpty();
    }

    /** The width in columns; measured again every few seconds, because a window can be resized. */
    int width(long nowNanos) {
        if (fixed <= 0 && nowNanos - lookedNanos >= LOOK_EVERY_NANOS) {
            lookedNanos = nowNanos;
            width = ask();
        }
        return width;
    }

    /**
     * Since Java 22 a console may exist without a terminal; its method {@code isTerminal} detects
     * this.
     */
    private static boolean isConsole(@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    private static int columns(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static int ask() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(Redirect.INHERIT)
                    .redirectError(Redirect.DISCARD)
                    .start();
            Matcher size = SIZE.matcher(new String(stty.getInputStream().readAllBytes(), US_ASCII));
            int columns = size.matches() ? columns(size.group(1)) : 0;
            return columns > 0 ? columns : USUAL_WIDTH;
        } catch (IOException e) {
            LOG.debug("stty is missing, assuming {} columns", USUAL_WIDTH, e);
            return USUAL_WIDTH;
        }
    }
}
