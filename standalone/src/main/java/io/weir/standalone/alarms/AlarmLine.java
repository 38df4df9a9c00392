package io.weir.standalone.alarms;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.Comment;
import io.weir.contract.alarm.Severity;
import io.weir.standalone.topic.TerminalText;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;

/** Formats an alarm or a transition as one line. */
public interface AlarmLine {

    AlarmLine JSON = alarm -> new String(AlarmJson.write(alarm), UTF_8);

    /** A transition: time, severity, id, old and new state, value, message. */
    AlarmLine TRANSITION =
            alarm -> time(alarm.eventTime()) + "  " + severity(alarm.severity(), 8) + "  " + text(alarm.id()) + "  "
                    + alarm.from() + " -> " + alarm.to() + "  " + value(alarm) + "  " + message(alarm);

    String of(AlarmEvent alarm);

    /** In UTC, to the second. */
    static String time(Instant time) {
        return DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss")
                .withZone(ZoneOffset.UTC)
                .format(time);
    }

    /** The message for the operator, after markers such as {@code [escalated]}. */
    static String message(AlarmEvent alarm) {
        return (alarm.chattering() != null ? "[chatters] " : "")
                + (alarm.flips() != null && alarm.chattering() == null ? "[raised " + alarm.flips() + " times] " : "")
                + (alarm.escalated() != null ? "[escalated] " : "")
                + (alarm.comment() == null ? "" : "[" + comment(alarm.comment()) + "] ")
                + text(alarm.message());
    }

    /** The operator and the text. */
    static String comment(Comment comment) {
        return text(comment.user() + ": " + comment.text());
    }

    /** The value of an alarm, shortened. */
    static String value(AlarmEvent alarm) {
        String text = alarm.text();
        return text == null ? value(alarm.value()) : text(text.length() > 20 ? text.substring(0, 19) + "…" : text);
    }

    /** {@code -} for an alarm without a value. */
    static String value(@Nullable Double value) {
        return value == null
                ? "-"
                : value == Math.rint(value) && Math.abs(value) < 1e15
                        ? Long.toString(value.longValue())
                        : value.toString();
    }

    /** Escapes text: texts of an alarm come from tags, which any sender can choose. */
    static String text(String text) {
        return TerminalText.of(text);
    }

    /** Padded to a width; coloured on a terminal, unless NO_COLOR is set. */
    static String severity(Severity severity, int width) {
        String padded =
                severity + " ".repeat(Math.max(0, width - severity.name().length()));
        if (!Ansi.AUTO.enabled()) {
            return padded;
        }
        Style colour =
                switch (severity) {
                    case MAJOR -> Style.fg_red;
                    case MINOR -> Style.fg_yellow;
                    case INVALID -> Style.fg_magenta;
                    case OK -> Style.fg_green;
                };
        return colour.on() + padded + colour.off();
    }
}
