package io.weir.gateway.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * TCP ports for programs that cannot choose one themselves. Each test JVM of Surefire takes every eighth
 * port, so that none takes a port that another has chosen but not yet bound.
 */
public final class FreePort {
    /** Above the ports of {@code FreePorts}, below Linux's range of client ports. */
    private static final int FIRST = 24_000;

    private static final int END = 32_000;
    private static final int JVMS = 8;
    private static final int OFFSET = Integer.getInteger("surefire.forkNumber", 1) % JVMS;

    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePort() {}

    /** A loopback port that is free now and was not returned before. */
    public static int next() {
        int port;
        do {
            port = ThreadLocalRandom.current().nextInt(FIRST / JVMS, END / JVMS) * JVMS + OFFSET;
        } while (!GIVEN.add(port) || !isFree(port));
        return port;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (BindException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
