package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.dashboard.journal.JournalEntry;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes entries of the journal as CSV (RFC 4180), with a header. A text that spreadsheets would
 * execute as a formula is preceded by an apostrophe.
 */
final class JournalCsv {
    private static final List<String> COLUMNS = List.of(
            "time", "decided", "alarm", "rule", "from", "to", "severity", "value", "message", "user", "reason", "tags");
    private static final String FORMULA = "=+-@\t\r";
    private static final String QUOTED = "\",\r\n";

    private JournalCsv() {}

    static byte[] bytes(List<JournalEntry> entries) {
        StringBuilder csv = new StringBuilder();
        add(COLUMNS.stream(), csv);
        entries.forEach(entry -> add(cells(entry), csv));
        return csv.toString().getBytes(UTF_8);
    }

    private static Stream<String> cells(JournalEntry entry) {
        return Stream.of(
                Instant.ofEpochMilli(entry.millis()).toString(),
                Instant.ofEpochMilli(entry.decidedMillis()).toString(),
                text(entry.alarm()),
                text(entry.rule()),
                text(entry.from()),
                text(entry.to()),
                text(entry.severity()),
                entry.value() instanceof Double number ? number.toString() : text(entry.value()),
                text(entry.message()),
                text(entry.user()),
                text(entry.reason()),
                text(entry.tags().entrySet().stream()
                        .map(tag -> tag.getKey() + "=" + tag.getValue())
                        .collect(Collectors.joining(","))));
    }

    private static String text(@Nullable Object value) {
        String text = value == null ? "" : value.toString();
        return !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    private static void add(Stream<String> cells, StringBuilder to) {
        to.append(cells.map(JournalCsv::quoted).collect(Collectors.joining(",")))
                .append("\r\n");
    }

    private static String quoted(String cell) {
        return cell.chars().anyMatch(letter -> QUOTED.indexOf(letter) >= 0)
                ? '"' + cell.replace("\"", "\"\"") + '"'
                : cell;
    }
}
