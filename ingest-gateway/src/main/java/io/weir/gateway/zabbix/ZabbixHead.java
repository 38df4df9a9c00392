package io.weir.gateway.zabbix;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.gateway.intake.FrameHead;
import java.util.Arrays;

/**
 * The header of a message: {@code ZBXD}, flags, the length of the body, and a reserved number, which is
 * the unpacked length if the body is packed. Both numbers have 4 bytes, or 8 in a large packet. Before
 * Zabbix 4.0, the length had 8 bytes and nothing was reserved, which are the same bytes.
 */
final class ZabbixHead implements FrameHead {
    static final String BAD_HEADER = "zabbix-bad-header";

    private static final byte[] NAME = "ZBXD".getBytes(US_ASCII);
    private static final int PROTOCOL = 1;
    private static final int COMPRESSED = 2;
    private static final int LARGE = 4;
    private static final int NUMBERS_AT = NAME.length + 1;
    private static final int SHORT_NUMBER = 4;
    private static final int LONG_NUMBER = 8;

    @Override
    public Start read(byte[] head, int length) {
        if (length < NUMBERS_AT) {
            return new More(NUMBERS_AT);
        }
        int flags = head[NAME.length];
        boolean isKnown = (flags & ~(PROTOCOL | COMPRESSED | LARGE)) == 0 && (flags & PROTOCOL) != 0;
        if (!isKnown || !Arrays.equals(head, 0, NAME.length, NAME, 0, NAME.length)) {
            return new Wrong(BAD_HEADER);
        }
        int bytes = NUMBERS_AT + 2 * numberBytes(head);
        return length < bytes ? new More(bytes) : new Body(number(head, 0));
    }

    /** Whether the body is packed by zlib. */
    static boolean isCompressed(byte[] head) {
        return (head[NAME.length] & COMPRESSED) != 0;
    }

    /** The announced length of a packed body, unpacked; negative if it exceeds 63 bits. */
    static long plainLength(byte[] head) {
        return number(head, 1);
    }

    /** A message that is not packed. */
    static byte[] framed(byte[] body) {
        byte[] frame = Arrays.copyOf(NAME, NUMBERS_AT + 2 * SHORT_NUMBER + body.length);
        frame[NAME.length] = PROTOCOL;
        for (int i = 0; i < SHORT_NUMBER; i++) {
            frame[NUMBERS_AT + i] = (byte) (body.length >> (8 * i));
        }
        System.arraycopy(body, 0, frame, frame.length - body.length, body.length);
        return frame;
    }

    private static int numberBytes(byte[] head) {
        return (head[NAME.length] & LARGE) != 0 ? LONG_NUMBER : SHORT_NUMBER;
    }

    private static long number(byte[] head, int which) {
        int bytes = numberBytes(head);
        int from = NUMBERS_AT + which * bytes;
        long number = 0;
        for (int i = bytes - 1; i >= 0; i--) {
            number = (number << 8) | (head[from + i] & 0xff);
        }
        return number;
    }
}
