package io.weir.gateway.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class KernelQueuesTest {
    private static final int DATAGRAMS = 500;
    private static final int BYTES = 1_000;

    @Test
    void countsWhatFoundNoRoomAndWhatWaits() throws Exception {
        try (DatagramSocket idle = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            idle.setReceiveBufferSize(DATAGRAMS * BYTES / 10);
            KernelQueues queues = new KernelQueues(idle.getLocalPort());
            assertThat(queues.drops()).isZero();
            assertThat(queues.waitingBytes()).isZero();

            try (DatagramSocket sender = new DatagramSocket()) {
                for (int i = 0; i < DATAGRAMS; i++) {
                    sender.send(new DatagramPacket(new byte[BYTES], BYTES, idle.getLocalSocketAddress()));
                }
            }

            assertThat(queues.drops()).isBetween(1L, DATAGRAMS - 1L);
            assertThat(queues.waitingBytes()).isPositive();
        }
    }

    @Test
    void knowsNothingOfAnUnusedPort() {
        assertThat(new KernelQueues(0).drops()).isZero();
    }
}
