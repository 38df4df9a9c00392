package io.weir.gateway.collectd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computes the number of lines, rejections and notes of a plain packet; written for clarity, not
 * for speed.
 */
final class PartOracle {
    private static final List<Integer> NUMBERS = List.of(1, 7, 8, 9, 0x101);
    private static final List<Integer> NAMES = List.of(0, 2, 3, 4, 5);
    private static final long LAST_SECOND = 9_223_372_035L;

    int lines;
    int refused;
    int notes;
    private final Map<Integer, String> names = new HashMap<>();
    private String typesName = "";
    private long severity;

    boolean hasProtection(byte[] packet) {
        ByteBuffer buffer = ByteBuffer.wrap(packet);
        for (int length = next(buffer); length > 0; length = next(buffer)) {
            int type = buffer.getShort(buffer.position());
            if (type == 0x200 || type == 0x210) {
                return true;
            }
            buffer.position(buffer.position() + length);
        }
        return false;
    }

    void read(byte[] packet) {
        lines = 0;
        refused = 0;
        notes = 0;
        severity = 0;
        names.clear();
        ByteBuffer buffer = ByteBuffer.wrap(packet);
        for (int length = next(buffer); length > 0; length = next(buffer)) {
            ByteBuffer body = buffer.slice(buffer.position() + 4, length - 4);
            if (!part(buffer.getShort(buffer.position()) & 0xffff, body)) {
                refused++;
                return;
            }
            buffer.position(buffer.position() + length);
        }
        refused += buffer.hasRemaining() ? 1 : 0;
    }

    /** Length of the part at the position, or 0 if there is no complete part. */
    private static int next(ByteBuffer buffer) {
        if (buffer.remaining() < 4) {
            return 0;
        }
        int length = buffer.getShort(buffer.position() + 2) & 0xffff;
        return length < 4 || length > buffer.remaining() ? 0 : length;
    }

    private boolean part(int type, ByteBuffer body) {
        if (NUMBERS.contains(type)) {
            return body.remaining() == 8 && number(type, body.getLong());
        }
        if (NAMES.contains(type)) {
            return name(type, body);
        }
        if (type == 6) {
            return values(body);
        }
        if (type == 0x100) {
            return message(body);
        }
        notes++;
        return true;
    }

    private boolean number(int type, long number) {
        if (type == 0x101) {
            severity = number;
        }
        long seconds = type == 1 ? number : type == 8 ? number >>> 30 : 0;
        return seconds >= 0 && seconds <= LAST_SECOND;
    }

    private boolean name(int type, ByteBuffer body) {
        String text = text(body);
        names.put(type, "");
        if (text == null
                || text.length() > 255
                || text.chars().anyMatch(c -> c < ' ')
                || (type == 2 && text.startsWith("#"))) {
            return false;
        }
        names.put(type, text.replaceFirst("\\\\+$", ""));
        if (type == 4) {
            typesName = text;
        }
        return true;
    }

    private static @Nullable String text(ByteBuffer body) {
        String text = ISO_8859_1.decode(body).toString();
        return text.endsWith("\0") ? text.substring(0, text.length() - 1) : null;
    }

    private boolean message(ByteBuffer body) {
        String text = text(body);
        if (text == null || text.indexOf('\0') >= 0) {
            return false;
        }
        boolean isGood = !named(0).isEmpty() && (severity == 1 || severity == 2 || severity == 4);
        lines += isGood ? 1 : 0;
        refused += isGood ? 0 : 1;
        return true;
    }

    private boolean values(ByteBuffer body) {
        int count = body.remaining() < 2 ? 0 : body.getShort() & 0xffff;
        if (count == 0 || count > 255 || body.remaining() != count * 9) {
            return false;
        }
        int notNumbers = 0;
        for (int i = 0; i < count; i++) {
            int kind = body.get(i + 2);
            double gauge = body.slice(2 + count + 8 * i, 8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .getDouble();
            if (kind < 0 || kind > 3) {
                return false;
            }
            notNumbers += kind == 1 && !Double.isFinite(gauge) ? 1 : 0;
        }
        if (named(0).isEmpty() || named(2).isEmpty() || named(4).isEmpty()) {
            refused++;
            return true;
        }
        List<String> sources = TypesFile.STANDARD.types().get(typesName);
        notes += notNumbers + (sources == null || sources.size() != count ? 1 : 0);
        lines += notNumbers < count ? 1 : 0;
        return true;
    }

    private String named(int type) {
        return names.getOrDefault(type, "");
    }
}
