package io.weir.standalone.send;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class SourcesWireTest {
    private static final int SOURCES = 2_000;
    private static final int ROUNDS = 2;
    /**
     * The number of datagrams sent before they are read, so that the smallest receive buffer holds
     * them.
     */
    private static final int AT_ONCE = 50;

    @Test
    void aReceiverSeesExactlySoManySourcesAndEachEquallyOften() throws Exception {
        Map<InetAddress, Integer> datagramsOf = new HashMap<>();
        try (DatagramSocket receiver = new DatagramSocket(address(0));
                Wire wire = new SourcesWire(address(receiver.getLocalPort()), SOURCES)) {
            receiver.setSoTimeout(5_000);
            DatagramPacket packet = new DatagramPacket(new byte[100], 100);
            for (int i = 0; i < SOURCES * ROUNDS; i++) {
                byte[] bytes = ("datagram " + i + "........").getBytes(US_ASCII);
                wire.send(bytes, bytes.length - 8);
                if ((i + 1) % AT_ONCE == 0) {
                    wire.flush();
                    for (int k = i + 1 - AT_ONCE; k <= i; k++) {
                        packet.setLength(100);
                        receiver.receive(packet);
                        assertThat(new String(packet.getData(), 0, packet.getLength(), US_ASCII))
                                .isEqualTo("datagram " + k);
                        datagramsOf.merge(packet.getAddress(), 1, Integer::sum);
                    }
                }
            }
        }

        assertThat(datagramsOf).hasSize(SOURCES).allSatisfy((source, datagrams) -> {
            assertThat(source.isLoopbackAddress()).isTrue();
            assertThat(datagrams).isEqualTo(ROUNDS);
        });
    }

    @Test
    void sendsAFullBatchAndTheLongestDatagram() throws Exception {
        try (DatagramSocket receiver = new DatagramSocket(address(0));
                Wire wire = new SourcesWire(address(receiver.getLocalPort()), 3)) {
            receiver.setSoTimeout(5_000);
            byte[] longest = new byte[Wire.LONGEST_DATAGRAM];
            longest[Wire.LONGEST_DATAGRAM - 1] = 7;
            wire.send(longest, longest.length);
            wire.flush();
            DatagramPacket packet = new DatagramPacket(new byte[70_000], 70_000);
            receiver.receive(packet);
            assertThat(packet.getLength()).isEqualTo(Wire.LONGEST_DATAGRAM);
            assertThat(packet.getData()[Wire.LONGEST_DATAGRAM - 1]).isEqualTo((byte) 7);

            for (int i = 0; i < 64; i++) {
                wire.send(longest, 1); // The last of a batch needs no flush.
            }
            int received = 0;
            receiver.setSoTimeout(200);
            try {
                while (true) {
                    receiver.receive(packet);
                    received++;
                }
            } catch (SocketTimeoutException e) {
                assertThat(received).isEqualTo(64);
            }
        }
    }

    private static InetSocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
