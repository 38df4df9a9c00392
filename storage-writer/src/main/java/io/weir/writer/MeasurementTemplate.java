package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.Refusal;
import io.weir.contract.line.LineError;
import io.weir.contract.line.SeriesReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Template for the name of a measurement, composed of literal text, the measurement's own name and
 * tag values. For example, {@code {measurement}.{hostname}} stores each host in a measurement of
 * its own. The tags are kept, so that series stay distinct.
 */
public final class MeasurementTemplate {
    /** The unchanged name. */
    static final MeasurementTemplate SAME = parse("{measurement}");

    private static final String OWN = "measurement";

    private final String text;
    private final List<Part> parts;

    private MeasurementTemplate(String text, List<Part> parts) {
        this.text = text;
        this.parts = parts;
    }

    /** Literal bytes, the key of a tag, or the measurement. */
    private record Part(byte[] bytes, boolean isTag, boolean isOwn) {}

    /**
     * Parses a template such as {@code {measurement}.{hostname}}.
     *
     * @throws Refusal if it is not a valid template
     */
    static MeasurementTemplate parse(String text) {
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            boolean isName = text.charAt(at) == '{';
            int end = isName ? text.indexOf('}', at) : nextBrace(text, at);
            if (end < 0 || (isName ? end == at + 1 : text.substring(at, end).indexOf('}') >= 0)) {
                throw wrong(text);
            }
            String part = isName ? text.substring(at + 1, end) : text.substring(at, end);
            if (part.chars().anyMatch(c -> c < ' ' || c == '\\' || c == '{')) {
                throw wrong(text);
            }
            boolean isOwn = isName && part.equals(OWN);
            parts.add(new Part((isName ? part : escaped(part)).getBytes(UTF_8), isName && !isOwn, isOwn));
            at = isName ? end + 1 : end;
        }
        if (parts.isEmpty() || parts.stream().noneMatch(part -> part.isTag || part.isOwn)) {
            throw wrong(text);
        }
        return new MeasurementTemplate(text, parts);
    }

    /**
     * Writes the name of a series at {@code at}, where {@link #room} bytes must be available.
     *
     * @return the index after it, or -1 if the series lacks one of the tags
     */
    int write(byte[] series, SeriesReader tags, int from, byte[] to, int at) {
        int end = at;
        for (Part part : parts) {
            if (part.isOwn) {
                end = copy(series, from, tags.measurementEnd(), to, end);
            } else if (part.isTag) {
                int tag = find(series, tags, part.bytes);
                if (tag < 0) {
                    return -1;
                }
                end = copyValue(series, tags.tagValueStart(tag), tags.tagValueEnd(tag), to, end);
            } else {
                end = copy(part.bytes, 0, part.bytes.length, to, end);
            }
        }
        return end;
    }

    /** Maximum length in bytes of the name for a series of this length. */
    int room(int seriesLength) {
        int room = 0;
        for (Part part : parts) {
            room += part.isTag || part.isOwn ? seriesLength : part.bytes.length;
        }
        return room;
    }

    /** Reads the tags for {@link #write}. Returns false if the series is invalid. */
    static boolean read(SeriesReader tags, byte[] series, int from, int to) {
        return tags.read(series, from, to) == LineError.NONE;
    }

    @Override
    public String toString() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MeasurementTemplate template && template.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    private static int find(byte[] series, SeriesReader tags, byte[] key) {
        for (int i = 0; i < tags.tagCount(); i++) {
            if (Arrays.equals(series, tags.tagKeyStart(i), tags.tagKeyEnd(i), key, 0, key.length)) {
                return i;
            }
        }
        return -1;
    }

    private static int copy(byte[] from, int start, int end, byte[] to, int at) {
        System.arraycopy(from, start, to, at, end - start);
        return at + end - start;
    }

    /**
     * Copies a tag value. Removes the escape of an equals sign, which a measurement does not need.
     */
    private static int copyValue(byte[] from, int start, int end, byte[] to, int at) {
        int out = at;
        for (int i = start; i < end; i++) {
            if (from[i] != '\\' || i + 1 == end || from[i + 1] != '=') {
                to[out++] = from[i];
            }
        }
        return out;
    }

    private static int nextBrace(String text, int from) {
        int brace = text.indexOf('{', from);
        return brace < 0 ? text.length() : brace;
    }

    private static String escaped(String literal) {
        return literal.replace(",", "\\,").replace(" ", "\\ ");
    }

    private static Refusal wrong(String text) {
        return new Refusal(
                Refusal.quote(text) + " is not a template of a measurement",
                "text with {measurement} and tags in braces: {measurement}.{hostname}");
    }
}
