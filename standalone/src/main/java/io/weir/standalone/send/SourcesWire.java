package io.weir.standalone.send;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Sends to an input on this machine from many addresses of 127/8 in turn: 127.0.0.2 first, then one
 * more for each datagram, then again from the first.
 *
 * <p>It uses one socket. Each datagram specifies its source address itself ({@code IP_PKTINFO} of
 * ip(7)), and one system call ({@code sendmmsg}) sends 64 of them. A socket for each datagram would
 * cost five times the processor time; a socket for each address would need more descriptors than a
 * process may have. The memory layout follows sendmmsg(2), sendmsg(2) and cmsg(3) for 64 bit.
 */
final class SourcesWire implements Wire {
    /** The number of processes on the largest supported farm. */
    static final int MOST_SOURCES = 100_000;

    private static final int FIRST = 0x7f_00_00_02;
    private static final int BATCH = 64;

    private static final int HEADER = 64;
    private static final int VECTOR = 16;
    private static final int CONTROL = 32;
    private static final int CONTROL_LENGTH = 28;
    private static final int ADDRESS = 16;
    /** Offset in the control data of the source address for sendmsg(2). */
    private static final int SOURCE_IN_CONTROL = 20;

    private static final int AF_INET = 2;
    private static final int SOCK_DGRAM = 2;
    private static final int IPPROTO_IP = 0;
    private static final int IP_PKTINFO = 8;
    private static final int EINTR = 4;

    private final int sources;
    private final int socket;
    /** Headers, vectors, control data, the one target address, then the datagrams. */
    private final ByteBuffer memory;

    private final long address;
    private final int vectors = BATCH * HEADER;
    private final int controls = vectors + BATCH * VECTOR;
    private final int target = controls + BATCH * CONTROL;
    private final int datagrams = target + ADDRESS;
    private int nextSource;
    private int waiting;

    /** @param to an IPv4 address of this machine */
    SourcesWire(InetSocketAddress to, int sources) throws IOException {
        LibC.load();
        this.sources = sources;
        memory = ByteBuffer.allocateDirect(datagrams + BATCH * LONGEST_DATAGRAM).order(ByteOrder.nativeOrder());
        address = Pointer.nativeValue(Native.getDirectBufferPointer(memory));
        memory.putShort(target, (short) AF_INET);
        memory.put(target + 2, (byte) (to.getPort() >> 8)).put(target + 3, (byte) to.getPort());
        memory.put(target + 4, to.getAddress().getAddress());
        for (int i = 0; i < BATCH; i++) {
            layOut(HEADER * i, vectors + VECTOR * i, controls + CONTROL * i, datagrams + LONGEST_DATAGRAM * i);
        }
        socket = LibC.socket(AF_INET, SOCK_DGRAM, 0);
        if (socket < 0) {
            throw new IOException("no socket: error " + Native.getLastError() + " of socket(2)");
        }
    }

    private void layOut(int header, int vector, int control, int datagram) {
        memory.putLong(header, address + target).putInt(header + 8, ADDRESS);
        memory.putLong(header + 16, address + vector).putLong(header + 24, 1);
        memory.putLong(header + 32, address + control).putLong(header + 40, CONTROL_LENGTH);
        memory.putLong(vector, address + datagram);
        memory.putLong(control, CONTROL_LENGTH).putInt(control + 8, IPPROTO_IP).putInt(control + 12, IP_PKTINFO);
    }

    @Override
    public void send(byte[] bytes, int length) throws IOException {
        int source = controls + CONTROL * waiting + SOURCE_IN_CONTROL;
        int inNetworkOrder = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                ? Integer.reverseBytes(FIRST + nextSource)
                : FIRST + nextSource;
        memory.putInt(source, inNetworkOrder);
        nextSource = nextSource + 1 < sources ? nextSource + 1 : 0;
        memory.put(datagrams + LONGEST_DATAGRAM * waiting, bytes, 0, length);
        memory.putLong(vectors + VECTOR * waiting + Long.BYTES, length);
        waiting++;
        if (waiting == BATCH) {
            flush();
        }
    }

    @Override
    public void flush() throws IOException {
        int left = 0;
        while (left < waiting) {
            int more = LibC.sendmmsg(socket, address + (long) HEADER * left, waiting - left, 0);
            if (more < 0 && Native.getLastError() != EINTR) {
                throw new IOException("error " + Native.getLastError() + " of sendmmsg(2)");
            }
            left += Math.max(0, more);
        }
        waiting = 0;
    }

    @Override
    public void close() throws IOException {
        flush();
        LibC.close(socket);
    }
}
