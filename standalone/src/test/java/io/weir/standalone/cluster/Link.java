package io.weir.standalone.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The network between one process and servers of this machine, which can be cut. The process
 * connects to {@code localhost}, which is another loopback address for it than for others; there,
 * the link accepts connections and forwards their bytes.
 *
 * <p>A cut link forwards nothing in either direction. It closes no connection and accepts new ones,
 * as a client sees a network that loses all packets, except that a connection is established at
 * once. Bytes that were sent before or meanwhile arrive after the link is restored, as TCP sends them
 * again.
 */
public final class Link implements AutoCloseable {

    private static final String SERVERS = "127.0.0.1";
    private static final int BUFFER_BYTES = 64 * 1024;

    private final String address;
    private final Path hosts;
    private final List<ServerSocket> listening = new ArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Object monitor = new Object();
    private Set<Integer> cut = Set.of();
    private boolean isClosed;

    /**
     * Accepts connections of a process.
     *
     * @param directory receives the file that the process resolves names with
     * @param process a number of the process, from 2 to 254, unique among those of the servers
     * @param ports the servers' ports
     */
    public Link(Path directory, int process, Collection<Integer> ports) throws IOException {
        address = "127.0.0." + process;
        hosts = Files.writeString(
                directory.resolve("hosts-of-" + process),
                address + " localhost\n" + SERVERS + " "
                        + Files.readString(Path.of("/proc/sys/kernel/hostname")).strip() + "\n");
        for (int port : ports) {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
            listening.add(socket);
            run("accept", () -> accept(socket, port));
        }
    }

    /** Variables in the environment of the process. */
    Map<String, String> environment() {
        return Map.of("JDK_JAVA_OPTIONS", "-Djdk.net.hosts.file=" + hosts);
    }

    /** Forwards nothing to or from these ports until {@link #restore}. */
    public void cut(Collection<Integer> ports) {
        synchronized (monitor) {
            cut = Set.copyOf(ports);
        }
    }

    /** Forwards everything, first what was held. */
    public void restore() {
        synchronized (monitor) {
            cut = Set.of();
            monitor.notifyAll();
        }
    }

    private void accept(ServerSocket from, int port) throws IOException {
        while (true) {
            Socket client = from.accept();
            open.add(client);
            run("connect", () -> connect(client, port));
        }
    }

    private void connect(Socket client, int port) throws IOException {
        awaitWhole(port);
        Socket server = new Socket();
        open.add(server);
        try {
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            close(client);
            close(server);
            return;
        }
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        AtomicInteger directions = new AtomicInteger(2);
        run("send", () -> forward(client, server, port, directions));
        forward(server, client, port, directions);
    }

    /** Forwards one direction until its end; the connection ends after both, or by a failure. */
    private void forward(Socket from, Socket to, int port, AtomicInteger directions) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        boolean hasFailed = false;
        try {
            InputStream in = from.getInputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                awaitWhole(port);
                to.getOutputStream().write(buffer, 0, length);
            }
            awaitWhole(port);
            to.shutdownOutput();
        } catch (IOException e) {
            // The other side learns of it when the link is whole.
            awaitWhole(port);
            hasFailed = true;
        }
        if (directions.decrementAndGet() == 0 || hasFailed) {
            close(from);
            close(to);
        }
    }

    private void awaitWhole(int port) {
        synchronized (monitor) {
            while (cut.contains(port) && !isClosed) {
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    private interface Task {
        void run() throws IOException;
    }

    /** A task ends with its sockets. */
    private void run(String what, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        // The socket is closed.
                    }
                },
                "link-" + address + "-" + what);
        thread.setDaemon(true);
        thread.start();
    }

    private void close(Socket socket) throws IOException {
        open.remove(socket);
        socket.close();
    }

    @Override
    public void close() {
        synchronized (monitor) {
            isClosed = true;
            monitor.notifyAll();
        }
        try {
            for (ServerSocket each : listening) {
                each.close();
            }
            for (Socket each : open) {
                each.close();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
