package io.weir.standalone.send;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/**
 * Sends from this machine's own address, from several ports in turn, because the kernel distributes
 * ports over the sockets of a gateway.
 */
public final class PortsWire implements Wire {
    private static final int PORTS = 64;

    private final DatagramChannel[] channels = new DatagramChannel[PORTS];
    private final ByteBuffer datagram = ByteBuffer.allocateDirect(LONGEST_DATAGRAM);
    private int next;

    public PortsWire(InetSocketAddress to) throws IOException {
        for (int i = 0; i < PORTS; i++) {
            channels[i] = DatagramChannel.open().connect(to);
        }
    }

    @Override
    public void send(byte[] bytes, int length) throws IOException {
        datagram.clear().put(bytes, 0, length).flip();
        DatagramChannel channel = channels[next];
        next = (next + 1) % PORTS;
        while (datagram.hasRemaining()) {
            try {
                channel.write(datagram);
            } catch (PortUnreachableException e) {
                // The answer to an earlier datagram, when nothing listened. This datagram has not
                // been sent yet.
            }
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() throws IOException {
        for (DatagramChannel channel : channels) {
            channel.close();
        }
    }
}
