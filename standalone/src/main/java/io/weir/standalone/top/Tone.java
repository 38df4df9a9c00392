package io.weir.standalone.top;

import io.weir.contract.alarm.Severity;
import org.jline.utils.AttributedStyle;

/** How a text looks. Without colours, only the weight and the reversal of a text remain. */
enum Tone {
    PLAIN(AttributedStyle.DEFAULT, AttributedStyle.DEFAULT),
    HEADING(AttributedStyle.BOLD, AttributedStyle.BOLD),
    FAINT(AttributedStyle.DEFAULT.faint(), AttributedStyle.DEFAULT.faint()),
    GOOD(AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN), AttributedStyle.DEFAULT),
    MINOR(AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW), AttributedStyle.DEFAULT),
    MAJOR(AttributedStyle.BOLD.foreground(AttributedStyle.RED), AttributedStyle.BOLD),
    UNKNOWN(AttributedStyle.DEFAULT.foreground(AttributedStyle.MAGENTA), AttributedStyle.DEFAULT),
    SELECTED(AttributedStyle.INVERSE, AttributedStyle.INVERSE);

    private final AttributedStyle coloured;
    private final AttributedStyle colourless;

    Tone(AttributedStyle coloured, AttributedStyle colourless) {
        this.coloured = coloured;
        this.colourless = colourless;
    }

    AttributedStyle style(boolean hasColours) {
        return hasColours ? coloured : colourless;
    }

    /** The tone of a severity, with the colours of {@code weir alarms}. */
    static Tone of(Severity severity) {
        return switch (severity) {
            case MAJOR -> MAJOR;
            case MINOR -> MINOR;
            case INVALID -> UNKNOWN;
            case OK -> GOOD;
        };
    }
}
