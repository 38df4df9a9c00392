package io.weir.standalone.top;

import io.weir.contract.alarm.Severity;
import org.jline.utils.AttributedStyle;

/** How a text looks. Without colours, only the weight and the reversal of a text remain. */
enum Tone {
    PLAIN,
    HEADING,
    FAINT,
    GOOD,
    MINOR,
    MAJOR,
    UNKNOWN,
    SELECTED;

    AttributedStyle style(boolean hasColours) {
        return hasColours ? coloured() : colourless();
    }

    private AttributedStyle coloured() {
        return switch (this) {
            case GOOD -> colourless().foreground(AttributedStyle.GREEN);
            case MINOR -> colourless().foreground(AttributedStyle.YELLOW);
            case MAJOR -> colourless().foreground(AttributedStyle.RED);
            case UNKNOWN -> colourless().foreground(AttributedStyle.MAGENTA);
            case PLAIN, HEADING, FAINT, SELECTED -> colourless();
        };
    }

    private AttributedStyle colourless() {
        return switch (this) {
            case HEADING, MAJOR -> AttributedStyle.BOLD;
            case FAINT -> AttributedStyle.DEFAULT.faint();
            case SELECTED -> AttributedStyle.INVERSE;
            case PLAIN, GOOD, MINOR, UNKNOWN -> AttributedStyle.DEFAULT;
        };
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
