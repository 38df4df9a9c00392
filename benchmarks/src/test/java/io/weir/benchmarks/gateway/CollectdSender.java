package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.Pace;
import io.weir.gateway.testing.CollectdPacket;
import io.weir.gateway.testing.CollectdPacket.Value;
import io.weir.standalone.send.Sent;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.time.Clock;

/** Sends packets as collectd does, about 1400 bytes each, all different. For one thread. */
final class CollectdSender {
    static final String USER = "benchmark";
    static final String PASSWORD = "kept safe";
    /** Values, and therefore lines, per packet. */
    static final int LINES = 30;

    private static final int HOSTS = 1000;

    private final Protection protection;
    private long packets;

    /** Protection of the values. */
    enum Protection {
        NONE,
        SIGN,
        ENCRYPT
    }

    CollectdSender(Protection protection) {
        this.protection = protection;
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
        CollectdPacket values = values();
        CollectdPacket packet =
                switch (protection) {
                    case NONE -> values;
                    case SIGN -> values.signed(USER, PASSWORD);
                    case ENCRYPT -> values.encrypted(USER, PASSWORD);
                };
        return packet.bytes();
    }

    private CollectdPacket values() {
        long millis = Clock.systemUTC().millis();
        CollectdPacket packet = new CollectdPacket()
                .host("host" + packets % HOSTS)
                .time(((millis / 1000) << 30) + ((millis % 1000) << 30) / 1000)
                .text(0x0002, "benchmark")
                .text(0x0004, "gauge");
        for (int i = 0; i < LINES; i++) {
            packet.text(0x0005, "instance-of-a-name-" + i).values(Value.gauge(packets * 0.25 + i));
        }
        packets++;
        return packet;
    }
}
