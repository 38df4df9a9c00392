package io.weir.standalone.topic;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The format of a line.
 *
 * @param raw whether bytes are written unescaped, even if they control a terminal
 * @param times whether a line begins with its time, in UTC
 */
record Spelling(boolean raw, boolean times) {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

    /** Writes one line: {@code about}, and the bytes at {@code [from, to)}. */
    void write(Instant time, String about, byte[] bytes, int from, int to, OutputStream out) throws IOException {
        if (times) {
            out.write((TIME.format(time) + " ").getBytes(UTF_8));
        }
        out.write(TerminalText.of(about).getBytes(UTF_8));
        if (raw) {
            out.write(bytes, from, to - from);
        } else {
            out.write(TerminalText.of(bytes, from, to).getBytes(UTF_8));
        }
        out.write('\n');
    }
}
