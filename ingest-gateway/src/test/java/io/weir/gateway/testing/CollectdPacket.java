package io.weir.gateway.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Writes packets of collectd from the description of the format, independently of the reader. */
public final class CollectdPacket {
    public static final byte[] VECTOR = "0123456789abcdef".getBytes(UTF_8);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** One value with its kind. */
    public record Value(int kind, long bits) {
        public static Value counter(long value) {
            return new Value(0, value);
        }

        public static Value gauge(double value) {
            return new Value(1, Long.reverseBytes(Double.doubleToLongBits(value)));
        }

        public static Value derive(long value) {
            return new Value(2, value);
        }

        public static Value absolute(long value) {
            return new Value(3, value);
        }
    }

    public CollectdPacket part(int type, byte[] body) {
        return raw(type, body.length + 4, body);
    }

    /** A part whose length may be wrong. */
    public CollectdPacket raw(int type, int length, byte[] body) {
        bytes.writeBytes(ByteBuffer.allocate(4 + body.length)
                .putShort((short) type)
                .putShort((short) length)
                .put(body)
                .array());
        return this;
    }

    public CollectdPacket text(int type, String text) {
        return part(type, (text + "\0").getBytes(UTF_8));
    }

    public CollectdPacket number(int type, long number) {
        return part(type, ByteBuffer.allocate(8).putLong(number).array());
    }

    public CollectdPacket host(String host) {
        return text(0x0000, host);
    }

    public CollectdPacket seconds(long seconds) {
        return number(0x0001, seconds);
    }

    public CollectdPacket time(long units) {
        return number(0x0008, units);
    }

    public CollectdPacket plugin(String plugin, String instance) {
        return text(0x0002, plugin).text(0x0003, instance);
    }

    public CollectdPacket type(String type, String instance) {
        return text(0x0004, type).text(0x0005, instance);
    }

    public CollectdPacket values(Value... values) {
        ByteBuffer body = ByteBuffer.allocate(2 + 9 * values.length).putShort((short) values.length);
        for (Value value : values) {
            body.put((byte) value.kind());
        }
        for (Value value : values) {
            body.putLong(value.bits());
        }
        return part(0x0006, body.array());
    }

    public CollectdPacket notification(long severity, String message) {
        return number(0x0101, severity).text(0x0100, message);
    }

    public CollectdPacket append(CollectdPacket other) {
        return append(other.bytes());
    }

    public CollectdPacket append(byte[] parts) {
        bytes.writeBytes(parts);
        return this;
    }

    public byte[] bytes() {
        return bytes.toByteArray();
    }

    /** These parts after a signature. */
    public CollectdPacket signed(String user, String password) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(password.getBytes(UTF_8), "any"));
            mac.update(user.getBytes(UTF_8));
            byte[] signature = mac.doFinal(bytes());
            ByteBuffer body = ByteBuffer.allocate(32 + user.length());
            body.put(signature).put(user.getBytes(UTF_8));
            return new CollectdPacket().part(0x0200, body.array()).append(this);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** These parts in an encryption part. */
    public CollectdPacket encrypted(String user, String password) {
        try {
            byte[] key = MessageDigest.getInstance("SHA-256").digest(password.getBytes(UTF_8));
            Cipher cipher = Cipher.getInstance("AES/OFB/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(VECTOR));
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            new DataOutputStream(body).writeShort(user.length());
            body.writeBytes(user.getBytes(UTF_8));
            body.writeBytes(VECTOR);
            body.writeBytes(cipher.update(MessageDigest.getInstance("SHA-1").digest(bytes())));
            body.writeBytes(cipher.doFinal(bytes()));
            return new CollectdPacket().part(0x0210, body.toByteArray());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
