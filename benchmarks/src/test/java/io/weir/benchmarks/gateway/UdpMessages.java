package io.weir.benchmarks.gateway;

import io.weir.standalone.send.Sent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;

/** Sends each message as a datagram, from several ports in turns. */
record UdpMessages(int port, Messages messages) implements MessageSender {
    private static final int SOURCE_PORTS = 8;

    @Override
    public Sent send(Blast blast) throws IOException, InterruptedException {
        List<DatagramChannel> channels = new ArrayList<>();
        try {
            for (int i = 0; i < SOURCE_PORTS; i++) {
                channels.add(
                        DatagramChannel.open().connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
            }
            return messages.send(blast, (number, message) -> channels.get((int) (number % SOURCE_PORTS))
                    .write(ByteBuffer.wrap(message)));
        } finally {
            for (DatagramChannel channel : channels) {
                channel.close();
            }
        }
    }
}
