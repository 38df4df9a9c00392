package io.weir.contract.alarm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;

/**
 * The id of an alarm: the rule's name and the values of its path tags, joined by {@code /}, such as
 * {@code cpu-high/TPC/flp00017}.
 *
 * <p>In a value, {@code %} is written {@code %25} and {@code /} is written {@code %2F}. A tag that
 * the series does not have is written {@code -}, and the value {@code -} is written {@code %2D}. So
 * different values never make the same id.
 *
 * <p>An id of more than {@value #MOST_BYTES} bytes of UTF-8 is cut, and ends with {@code …} and 16
 * hexadecimal digits of the SHA-256 of the whole id. The limit exists because ids are record keys,
 * parts of URLs, and lines on a screen.
 */
public final class AlarmId {

    /** The maximum length of an id, in bytes. */
    public static final int MOST_BYTES = 1_024;

    private static final int HASH_BYTES = 8;
    /** The kept bytes of a longer id: leaves room for the 3 bytes of {@code …} and the digits. */
    private static final int KEPT_BYTES = MOST_BYTES - 3 - 2 * HASH_BYTES;

    private static final String MISSING = "-";

    private AlarmId() {}

    /**
     * The id of the alarm that a rule raises for a series.
     *
     * @param path keys of the tags that distinguish the rule's alarms; empty: all tags, sorted by
     *     key
     */
    public static String of(String rule, List<String> path, SortedMap<String, String> tags) {
        StringBuilder id = new StringBuilder(rule);
        Collection<String> keys = path.isEmpty() ? tags.keySet() : path;
        for (String key : keys) {
            String value = tags.get(key);
            id.append('/').append(value == null ? MISSING : encode(value));
        }
        return shortened(id.toString());
    }

    private static String shortened(String id) {
        byte[] bytes = id.getBytes(UTF_8);
        if (bytes.length <= MOST_BYTES) {
            return id;
        }
        int end = KEPT_BYTES;
        while ((bytes[end] & 0xc0) == 0x80) {
            end--; // Does not cut a character in two.
        }
        return new String(bytes, 0, end, UTF_8) + "…" + HexFormat.of().formatHex(sha256(bytes), 0, HASH_BYTES);
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String encode(String value) {
        return value.equals(MISSING) ? "%2D" : value.replace("%", "%25").replace("/", "%2F");
    }
}
