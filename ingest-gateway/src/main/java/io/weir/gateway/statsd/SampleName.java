package io.weir.gateway.statsd;

import io.weir.gateway.path.TaggedPath;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the name and the tags of a sample from one text: the letter of its type, the name with tags
 * of InfluxDB or Graphite ({@code name,key=value}, {@code name;key=value}), and after a bar those of
 * Datadog ({@code key:value,flag}).
 */
final class SampleName {
    /** Separates the name from tags of Datadog; no name has it. */
    static final char TAGS = '|';

    private static final String FLAG = "true";

    private SampleName() {}

    static @Nullable TaggedPath read(String text) {
        int bar = text.indexOf(TAGS);
        String name = text.substring(1, bar);
        SortedMap<String, String> tags = new TreeMap<>();
        int tagged = firstTag(name);
        boolean isRight = (tagged == name.length() || put(name.substring(tagged), name.charAt(tagged), '=', tags))
                && put(text.substring(bar), TAGS, ':', tags);
        SampleType type = SampleType.of(text.charAt(0));
        return isRight && type != null ? new TaggedPath(name.substring(0, tagged), tags, type.field()) : null;
    }

    private static int firstTag(String name) {
        for (int at = 0; at < name.length(); at++) {
            if (name.charAt(at) == ',' || name.charAt(at) == ';') {
                return at;
            }
        }
        return name.length();
    }

    /**
     * Adds tags, of which the first follows {@code start}. Of a repeated key the last one counts, as
     * in Telegraf. A tag with an empty value is left out: Datadog's clients send {@code host:} for no
     * host. Returns whether each tag has a key.
     */
    private static boolean put(String text, char start, char equals, SortedMap<String, String> tags) {
        String separator = start == TAGS ? "," : String.valueOf(start);
        for (String tag : text.substring(1).split(separator, -1)) {
            int at = tag.indexOf(equals);
            if (at < 0 && start == TAGS) {
                tags.put(tag, FLAG);
            } else if (at <= 0) {
                return false;
            } else {
                tags.put(tag.substring(0, at), tag.substring(at + 1));
            }
        }
        tags.values().removeIf(String::isEmpty);
        tags.remove("");
        return true;
    }
}
