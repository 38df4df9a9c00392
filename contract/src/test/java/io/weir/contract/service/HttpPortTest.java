package io.weir.contract.service;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpPortTest {
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int PATIENCE_MILLIS = 60_000;

    private static final String GET = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
    private static final String HALF = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab";

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        Collections.reverse(opened);
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @Test
    void closesClientsWithoutARequest() throws Exception {
        HttpPort server = serve(new HttpPort.Limits(8, 8, SHORT));

        assertThat(isClosed(connect(server, ""))).isTrue();
        assertThat(isClosed(connect(server, "GET / HTTP/1.1\r\nHost: h\r\n"))).isTrue();
        assertThat(isClosed(connect(server, HALF))).isTrue();
    }

    @Test
    void closesClientsThatDrip() throws Exception {
        Socket drips = connect(serve(new HttpPort.Limits(8, 8, SHORT)), "GET / HTTP/1.1\r\nX-Slow: ");

        assertThat(dripsUntilClosed(drips)).isLessThan(Duration.ofMillis(PATIENCE_MILLIS));
    }

    @Test
    void restartsTheTimeoutForEachRequest() throws Exception {
        Duration within = SHORT;
        while (!isKeptByRequests(within)) {
            within = within.multipliedBy(2);
        }
    }

    /** False if this client, on a busy machine, was too slow for the timeout. */
    private boolean isKeptByRequests(Duration within) throws IOException {
        Socket client = connect(serve(new HttpPort.Limits(8, 8, within)), "");
        long startNanos = System.nanoTime();
        long answeredNanos = startNanos;
        while (answeredNanos - startNanos < 2 * within.toNanos()) {
            long askedNanos = answeredNanos;
            boolean isAnswered = isAnswered(client);
            answeredNanos = System.nanoTime();
            if (answeredNanos - askedNanos > within.toNanos() / 2) {
                return false;
            }
            assertThat(isAnswered).isTrue();
        }
        assertThat(isClosed(client)).isTrue();
        return true;
    }

    private static boolean isAnswered(Socket client) throws IOException {
        try {
            return ask(client).startsWith("HTTP/1.1 200");
        } catch (SocketException e) {
            // The server has closed the connection.
            return false;
        }
    }

    /**
     * Above the limit, the connection that is longest without a request is closed; a client with a
     * request is answered.
     */
    @Test
    void theOldestWithoutARequestMakesRoom() throws Exception {
        HttpPort server = serve(new HttpPort.Limits(8, 4, LONG));
        // An answer shows that the server knows a connection: it may accept two in the other order.
        Socket first = connect(server, "");
        assertThat(ask(first)).startsWith("HTTP/1.1 200");
        Socket second = connect(server, "");
        assertThat(ask(second)).startsWith("HTTP/1.1 200");
        Socket third = connect(server, "");
        Socket fourth = connect(server, "GET / HT");

        assertThat(ask(connect(server, ""))).startsWith("HTTP/1.1 200");

        assertThat(ask(third)).startsWith("HTTP/1.1 200");
        fourth.getOutputStream().write("TP/1.1\r\nHost: h\r\n\r\n".getBytes(US_ASCII));
        assertThat(answer(fourth)).startsWith("HTTP/1.1 200");
        // A busy server may note the end of the first request after that of the second one.
        assertThat(isAnswered(first) ^ isAnswered(second))
                .as("exactly one of the oldest two is open")
                .isTrue();
    }

    @Test
    void aFloodOfConnectionsLeavesRoomForRequests() throws Exception {
        HttpPort server = serve(new HttpPort.Limits(8, 8, LONG));
        for (int i = 0; i < 100; i++) {
            connect(server, i % 2 == 0 ? "" : HALF);
        }
        assertThat(ask(connect(server, ""))).startsWith("HTTP/1.1 200");
    }

    /**
     * The handler blocks while it reads a body; it has fewer threads than there are slow clients.
     */
    @Test
    void slowBodiesHoldNoThread() throws Exception {
        HttpPort server = serve(new HttpPort.Limits(8, 100, LONG));
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            slow.add(connect(server, HALF));
        }
        assertThat(ask(connect(server, ""))).startsWith("HTTP/1.1 200");
        slow.get(0).getOutputStream().write("cde".getBytes(US_ASCII));
        assertThat(answer(slow.get(0))).startsWith("HTTP/1.1 200");
    }

    private HttpPort serve(HttpPort.Limits limits) {
        WantedPort port = new WantedPort("127.0.0.1", 0, new PortMistake("tcp", "a test", "", ""));
        HttpPort server = new HttpPort(port, "test-http", limits, Optional.empty(), new ReadsAll());
        opened.add(server);
        server.start();
        return server;
    }

    private static final class ReadsAll extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            try {
                assertThat(Content.Source.asString(request)).isIn("", "abcde");
                response.write(true, ByteBuffer.wrap("ok\n".getBytes(US_ASCII)), callback);
            } catch (IOException e) {
                callback.failed(e);
            }
            return true;
        }
    }

    private Socket connect(HttpPort server, String sent) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        opened.add(socket);
        socket.setSoTimeout(PATIENCE_MILLIS);
        try {
            socket.getOutputStream().write(sent.getBytes(US_ASCII));
        } catch (SocketException e) {
            // The server may have closed the connection already.
            return socket;
        }
        return socket;
    }

    private static String ask(Socket socket) throws IOException {
        socket.getOutputStream().write(GET.getBytes(US_ASCII));
        return answer(socket);
    }

    /** The first line of the answer; reads the rest, too. */
    private static String answer(Socket socket) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
        String first = lines.readLine();
        for (String line = first; line != null && !line.equals("ok"); line = lines.readLine()) {}
        return String.valueOf(first);
    }

    private static boolean isClosed(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true;
        }
    }

    private static Duration dripsUntilClosed(Socket socket) throws Exception {
        OutputStream out = socket.getOutputStream();
        long startNanos = System.nanoTime();
        while (System.nanoTime() - startNanos
                < Duration.ofMillis(PATIENCE_MILLIS).toNanos()) {
            try {
                out.write('x');
            } catch (SocketException e) {
                break;
            }
            Thread.sleep(20);
        }
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }
}
