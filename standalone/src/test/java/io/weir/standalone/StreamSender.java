package io.weir.standalone;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Locale;

/**
 * Sends lines over one connection, from its own address: on Linux, all of 127/8 is this machine.
 */
final class StreamSender implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 30_000;

    private final Protocol protocol;
    private final Socket socket = new Socket();
    private final BufferedReader answers;

    /** The protocol that carries the lines. */
    enum Protocol {
        TCP,
        HTTP;

        /** The input's name. */
        String input() {
            return this == TCP ? "tcp" : "http";
        }
    }

    /** Connects from 127.0.0.{@code host}. */
    StreamSender(Protocol protocol, int host, int port) throws IOException {
        this.protocol = protocol;
        socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host}), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(PATIENCE_MILLIS);
        answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
    }

    /**
     * Sends lines and returns the status of the answer; a stream has none, so the status is then
     * 204.
     */
    int send(String lines) throws IOException {
        byte[] bytes = lines.getBytes(UTF_8);
        if (protocol == Protocol.TCP) {
            socket.getOutputStream().write(bytes);
            return 204;
        }
        String head = "POST /write HTTP/1.1\r\nHost: weir\r\nContent-Length: " + bytes.length + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(UTF_8));
        socket.getOutputStream().write(bytes);
        return answer();
    }

    private int answer() throws IOException {
        String status = answers.readLine();
        if (status == null) {
            throw new EOFException("closed without an answer");
        }
        int length = 0;
        for (String header = answers.readLine(); !header.isEmpty(); header = answers.readLine()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring("content-length:".length()).strip());
            }
        }
        for (int i = 0; i < length; i++) {
            answers.read();
        }
        return Integer.parseInt(status.split(" ")[1]);
    }

    /**
     * Waits until the gateway has closed the connection or sent something; returns whether it is
     * closed.
     */
    boolean isEnded() throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true; // Reset.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
