package io.weir.benchmarks.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.standalone.send.Sent;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Packets as collectd sends them, about 1400 bytes each, all different. Format: "Binary protocol"
 * of collectd's documentation. For one thread.
 */
final class CollectdPackets {
    static final String USER = "benchmark";
    static final String PASSWORD = "kept safe";
    /** Values, and therefore lines, per packet. */
    static final int LINES = 30;

    private static final int HOSTS = 1000;
    private static final int LONGEST = 4096;
    private static final int VECTOR_BYTES = 16;

    private final Protection protection;
    private final Mac mac;
    private final Cipher cipher;
    private final SecretKeySpec key;
    private final MessageDigest sha1;
    private long packets;

    /** Protection of the values. */
    enum Protection {
        NONE,
        SIGN,
        ENCRYPT
    }

    CollectdPackets(Protection protection) {
        this.protection = protection;
        try {
            mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(PASSWORD.getBytes(US_ASCII), "HmacSHA256"));
            cipher = Cipher.getInstance("AES/OFB/NoPadding");
            key = new SecretKeySpec(MessageDigest.getInstance("SHA-256").digest(PASSWORD.getBytes(US_ASCII)), "AES");
            sha1 = MessageDigest.getInstance("SHA-1");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has these", e);
        }
    }

    /** Sends the values of the load; returns after all are sent. */
    Sent send(int port, Blast blast) throws IOException {
        long datagrams = blast.linesPerSecond() * blast.seconds() / LINES;
        Pace pace = new Pace(blast.linesPerSecond() / LINES);
        try (DatagramSocket socket = new DatagramSocket()) {
            for (long sent = 0; sent < datagrams; sent++) {
                pace.await(sent);
                byte[] packet = next();
                socket.send(new DatagramPacket(packet, packet.length, InetAddress.getLoopbackAddress(), port));
            }
        }
        return new Sent(datagrams, datagrams * LINES, 0, 0, 0, pace.elapsedNanos());
    }

    /** Returns the next packet, stamped with the current time. */
    private byte[] next() {
        byte[] values = values();
        return switch (protection) {
            case NONE -> values;
            case SIGN -> signed(values);
            case ENCRYPT -> encrypted(values);
        };
    }

    private byte[] values() {
        ByteBuffer packet = ByteBuffer.allocate(LONGEST);
        text(packet, 0x0000, "host" + packets % HOSTS);
        long millis = Clock.systemUTC().millis();
        packet.putShort((short) 0x0008).putShort((short) 12);
        packet.putLong(((millis / 1000) << 30) + ((millis % 1000) << 30) / 1000);
        text(packet, 0x0002, "benchmark");
        text(packet, 0x0004, "gauge");
        for (int i = 0; i < LINES; i++) {
            text(packet, 0x0005, "instance-of-a-name-" + i);
            packet.putShort((short) 0x0006)
                    .putShort((short) 15)
                    .putShort((short) 1)
                    .put((byte) 1);
            packet.putLong(Long.reverseBytes(Double.doubleToLongBits(packets * 0.25 + i)));
        }
        packets++;
        return written(packet);
    }

    private byte[] signed(byte[] values) {
        byte[] user = USER.getBytes(US_ASCII);
        mac.update(user);
        byte[] signature = mac.doFinal(values);
        ByteBuffer packet = ByteBuffer.allocate(LONGEST);
        packet.putShort((short) 0x0200).putShort((short) (4 + signature.length + user.length));
        return written(packet.put(signature).put(user).put(values));
    }

    private byte[] encrypted(byte[] values) {
        byte[] user = USER.getBytes(US_ASCII);
        byte[] vector = ByteBuffer.allocate(VECTOR_BYTES).putLong(packets).array();
        byte[] hash = sha1.digest(values);
        ByteBuffer packet = ByteBuffer.allocate(LONGEST);
        int length = 4 + 2 + user.length + VECTOR_BYTES + hash.length + values.length;
        packet.putShort((short) 0x0210).putShort((short) length).putShort((short) user.length);
        packet.put(user).put(vector);
        try {
            cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(vector));
            packet.put(cipher.update(hash)).put(cipher.doFinal(values));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("OFB takes any bytes", e);
        }
        return written(packet);
    }

    private static void text(ByteBuffer packet, int type, String text) {
        packet.putShort((short) type).putShort((short) (5 + text.length()));
        packet.put(text.getBytes(US_ASCII)).put((byte) 0);
    }

    private static byte[] written(ByteBuffer packet) {
        byte[] bytes = new byte[packet.position()];
        packet.flip().get(bytes);
        return bytes;
    }
}
