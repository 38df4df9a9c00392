package io.weir.benchmarks.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.standalone.send.Sent;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/**
 * Publishes messages to a topic of an MQTT broker with QoS 1, by MQTT 3.1.1. At most
 * {@link #UNACKNOWLEDGED} messages are without the broker's acknowledgement.
 */
record MqttMessages(int port, String topic, Messages messages) implements MessageSender {
    private static final int UNACKNOWLEDGED = 1000;
    private static final int CONNECT = 0x10;
    private static final int PUBLISH_QOS_1 = 0x32;
    private static final int DISCONNECT = 0xE0;
    private static final int CLEAN_SESSION = 2;
    private static final int CONNACK_BYTES = 4;
    private static final int PUBACK_BYTES = 4;
    private static final int PACKET_IDS = 0xFFFF;

    /** Returns after the broker has acknowledged every message. */
    @Override
    public Sent send(Blast blast) throws IOException, InterruptedException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            connect(out);
            in.skipNBytes(CONNACK_BYTES);
            Sent sent = messages.send(blast, (number, message) -> {
                if (number >= UNACKNOWLEDGED) {
                    // The broker does not answer before it has the message.
                    if (in.available() < PUBACK_BYTES) {
                        out.flush();
                    }
                    in.skipNBytes(PUBACK_BYTES);
                }
                publish(out, 1 + (int) (number % PACKET_IDS), message);
            });
            out.flush();
            in.skipNBytes(PUBACK_BYTES * Math.min(sent.datagrams(), UNACKNOWLEDGED));
            out.write(DISCONNECT);
            out.write(0);
            out.flush();
            return sent;
        }
    }

    private static void connect(DataOutputStream out) throws IOException {
        byte[] client = "benchmark".getBytes(US_ASCII);
        byte[] protocol = "MQTT".getBytes(US_ASCII);
        out.write(CONNECT);
        out.write(2 + protocol.length + 4 + 2 + client.length);
        out.writeShort(protocol.length);
        out.write(protocol);
        // Version, flags, no keep-alive.
        out.write(4);
        out.write(CLEAN_SESSION);
        out.writeShort(0);
        out.writeShort(client.length);
        out.write(client);
        out.flush();
    }

    private void publish(DataOutputStream out, int packetId, byte[] payload) throws IOException {
        byte[] name = topic.getBytes(US_ASCII);
        out.write(PUBLISH_QOS_1);
        int length = 2 + name.length + 2 + payload.length;
        while (length >= 0x80) {
            out.write((length & 0x7F) | 0x80);
            length >>>= 7;
        }
        out.write(length);
        out.writeShort(name.length);
        out.write(name);
        out.writeShort(packetId);
        out.write(payload);
    }
}
