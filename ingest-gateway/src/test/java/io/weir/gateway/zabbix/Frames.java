package io.weir.gateway.zabbix;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.Deflater;

/** Messages as the programs of Zabbix frame them. */
public final class Frames {
    private Frames() {}

    /** A plain message. */
    public static byte[] plain(String json) {
        byte[] body = json.getBytes(UTF_8);
        return frame(1, body, body.length, 0);
    }

    /** A large packet, whose numbers have 8 bytes. */
    public static byte[] large(String json) {
        byte[] body = json.getBytes(UTF_8);
        return frame(5, body, body.length, 0);
    }

    /** A packed message. */
    public static byte[] packed(String json) {
        byte[] plain = json.getBytes(UTF_8);
        return packed(plain, plain.length);
    }

    /** A packed message that announces this length. */
    static byte[] packed(byte[] plain, long announced) {
        byte[] body = deflate(plain);
        return frame(3, body, body.length, announced);
    }

    static byte[] frame(int flags, byte[] body, long length, long reserved) {
        boolean isLarge = (flags & 4) != 0;
        ByteBuffer frame =
                ByteBuffer.allocate((isLarge ? 21 : 13) + body.length).order(ByteOrder.LITTLE_ENDIAN);
        frame.put("ZBXD".getBytes(UTF_8)).put((byte) flags);
        if (isLarge) {
            frame.putLong(length).putLong(reserved);
        } else {
            frame.putInt((int) length).putInt((int) reserved);
        }
        return frame.put(body).array();
    }

    static byte[] deflate(byte[] plain) {
        Deflater deflater = new Deflater();
        deflater.setInput(plain);
        deflater.finish();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        byte[] part = new byte[4096];
        while (!deflater.finished()) {
            packed.write(part, 0, deflater.deflate(part));
        }
        deflater.end();
        return packed.toByteArray();
    }

    /** The JSON of an answer. */
    public static String json(byte[] answer) {
        return answer.length == 0 ? "" : new String(answer, 13, answer.length - 13, UTF_8);
    }
}
