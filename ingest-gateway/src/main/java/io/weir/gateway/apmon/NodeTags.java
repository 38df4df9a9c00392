package io.weir.gateway.apmon;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.spelling.LineSpeller;
import java.util.List;

/**
 * Writes a node's name as tags. Without configured names, it becomes one tag, {@code node}. With
 * names, it is split at its commas. The O2 Monitoring library composes it this way
 * ({@code ApMonBackend.cxx} of its versions 3): the values of the global tags, then
 * {@code key=value} of each tag. A value without a key gets the configured names in turn, then
 * {@code node}.
 */
final class NodeTags {
    private static final byte[] NODE = "node".getBytes(UTF_8);

    private final byte[][] names;

    NodeTags(List<String> names) {
        this.names = names.stream().map(name -> name.getBytes(UTF_8)).toArray(byte[][]::new);
    }

    /** False if a part is invalid. Skips empty parts. */
    boolean spell(byte[] bytes, int from, int to, LineSpeller line) {
        if (names.length == 0) {
            return tag(NODE, 0, NODE.length, bytes, from, to, line);
        }
        int unnamed = 0;
        for (int at = from; at < to; ) {
            int comma = find((byte) ',', bytes, at, to);
            int equals = find((byte) '=', bytes, at, comma);
            boolean isSpelled;
            if (equals < comma) {
                isSpelled = tag(bytes, at, equals, bytes, equals + 1, comma, line);
            } else {
                byte[] name = unnamed < names.length ? names[unnamed++] : NODE;
                isSpelled = tag(name, 0, name.length, bytes, at, comma, line);
            }
            if (!isSpelled) {
                return false;
            }
            at = comma + 1;
        }
        return true;
    }

    private static boolean tag(
            byte[] key, int keyFrom, int keyTo, byte[] value, int valueFrom, int valueTo, LineSpeller line) {
        return valueFrom == valueTo || (line.tagKey(key, keyFrom, keyTo) && line.tagValue(value, valueFrom, valueTo));
    }

    private static int find(byte wanted, byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != wanted) {
            at++;
        }
        return at;
    }
}
