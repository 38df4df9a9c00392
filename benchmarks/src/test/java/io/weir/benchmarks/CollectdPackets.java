package io.weir.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Packets as collectd sends them on a host with two processors: 32 value lists, one in five with
 * fractions.
 */
final class CollectdPackets {
    static final int METRICS = 32;
    static final String USER = "farm";
    static final String PASSWORD = "a password of the farm";

    private static final int GAUGE = 1;
    private static final int DERIVE = 2;
    private static final String[] STATES = {"user", "system", "wait", "nice", "interrupt", "softirq", "steal", "idle"};
    private static final String[] MEMORY = {"used", "buffered", "cached", "free", "slab_unrecl", "slab_recl"};
    private static final String[] DISK = {"free", "reserved", "used"};
    private static final String[] TRAFFIC = {"if_octets", "if_packets", "if_errors"};

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Random random;

    private CollectdPackets(Random random) {
        this.random = random;
    }

    /** Returns the packet of one host, measured at this second. */
    static byte[] ofHost(int host, long second, Random random) {
        CollectdPackets packet = new CollectdPackets(random);
        packet.text(0, String.format("flp%05d", host));
        packet.number(8, second << 30);
        packet.number(9, 10L << 30);
        for (int cpu = 0; cpu < 2; cpu++) {
            packet.begin("cpu", Integer.toString(cpu), "cpu");
            packet.each(STATES, DERIVE, 1e7);
        }
        packet.begin("memory", "", "memory");
        packet.each(MEMORY, GAUGE, 1e10);
        packet.begin("load", "", "load");
        packet.text(5, "");
        packet.values(GAUGE, random.nextDouble(), random.nextDouble(), random.nextDouble());
        packet.begin("df", "root", "df_complex");
        packet.each(DISK, GAUGE, 1e11);
        packet.text(4, "percent_bytes");
        for (String name : DISK) {
            packet.text(5, name);
            packet.values(GAUGE, 100 * random.nextDouble());
        }
        packet.begin("interface", "eth0", "");
        packet.text(5, "");
        for (String name : TRAFFIC) {
            packet.text(4, name);
            packet.values(DERIVE, random.nextInt(1 << 30), random.nextInt(1 << 30));
        }
        return packet.bytes.toByteArray();
    }

    private void begin(String plugin, String instance, String type) {
        text(2, plugin);
        text(3, instance);
        text(4, type);
    }

    private void each(String[] instances, int kind, double below) {
        for (String name : instances) {
            text(5, name);
            values(kind, Math.floor(random.nextDouble() * below));
        }
    }

    private void text(int type, String text) {
        part(type, (text + "\0").getBytes(US_ASCII));
    }

    private void number(int type, long number) {
        part(type, ByteBuffer.allocate(8).putLong(number).array());
    }

    private void values(int kind, double... values) {
        ByteBuffer body = ByteBuffer.allocate(2 + 9 * values.length).putShort((short) values.length);
        for (double ignored : values) {
            body.put((byte) kind);
        }
        for (double value : values) {
            body.putLong(kind == GAUGE ? Long.reverseBytes(Double.doubleToLongBits(value)) : (long) value);
        }
        part(6, body.array());
    }

    private void part(int type, byte[] body) {
        bytes.writeBytes(part(type, body.length, body));
    }

    private static byte[] part(int type, int length, byte[]... bodies) {
        ByteBuffer part = ByteBuffer.allocate(4 + length).putShort((short) type).putShort((short) (4 + length));
        for (byte[] body : bodies) {
            part.put(body);
        }
        return part.array();
    }

    /** Returns the packet with a signature part before it. */
    static byte[] signed(byte[] packet) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(PASSWORD.getBytes(US_ASCII), "HmacSHA256"));
        mac.update(USER.getBytes(US_ASCII));
        byte[] signature = part(0x200, 32 + USER.length(), mac.doFinal(packet), USER.getBytes(US_ASCII));
        return ByteBuffer.allocate(signature.length + packet.length)
                .put(signature)
                .put(packet)
                .array();
    }

    /** Returns the packet in an encryption part. */
    static byte[] encrypted(byte[] packet) throws GeneralSecurityException {
        byte[] vector = new byte[16];
        Cipher cipher = Cipher.getInstance("AES/OFB/NoPadding");
        byte[] key = MessageDigest.getInstance("SHA-256").digest(PASSWORD.getBytes(US_ASCII));
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(vector));
        byte[] checksum = MessageDigest.getInstance("SHA-1").digest(packet);
        byte[] sealed = cipher.doFinal(ByteBuffer.allocate(20 + packet.length)
                .put(checksum)
                .put(packet)
                .array());
        byte[] user = {0, (byte) USER.length()};
        return part(0x210, 2 + USER.length() + 16 + sealed.length, user, USER.getBytes(US_ASCII), vector, sealed);
    }
}
