package io.weir.writer.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * TCP and UDP ports for servers that cannot choose a free port themselves. Each test JVM of Surefire takes
 * every eighth port, so that none takes a port that another has chosen but not yet bound.
 */
public final class FreePorts {
    /**
     * Below those of the gateway's {@code FreePort}, and below Linux's range of client ports, so that no
     * connection takes the port before its server.
     */
    private static final int FIRST = 10_000;

    private static final int END = 24_000;
    static final int JVMS = 8;
    private static final int OFFSET = Integer.getInteger("surefire.forkNumber", 1) % JVMS;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePorts() {}

    /** A loopback port that is free now and was not returned before. */
    public static int next() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST / JVMS, END / JVMS) * JVMS + OFFSET;
            if (GIVEN.add(port) && isFree(port)) {
                return port;
            }
            if (GIVEN.size() == (END - FIRST) / JVMS) {
                throw new IllegalStateException("all " + GIVEN.size() + " ports are taken");
            }
        }
    }

    private static boolean isFree(int port) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try (ServerSocket tcp = new ServerSocket();
                DatagramSocket udp = new DatagramSocket(null)) {
            tcp.bind(address);
            udp.bind(address);
            return true;
        } catch (BindException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
