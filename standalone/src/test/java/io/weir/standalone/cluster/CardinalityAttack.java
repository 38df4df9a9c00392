package io.weir.standalone.cluster;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends lines to a gateway over UDP and HTTP, from an address of its own. A third are of {@code junk}, each
 * with a new series, whose tag has a new name, with new fields and a new text. A third are of some series of
 * {@code junk} that continue, with new fields and texts, and with old times, which open windows of the fields that all
 * have. The rest are of {@code noise}, each with a new series.
 */
final class CardinalityAttack implements AutoCloseable {

    private static final String FROM = "127.0.0.2";
    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final int FIELDS = 200;
    private static final int FIELD_NAMES = 100_000;
    private static final int TEXT_BYTES = 2_000;
    private static final int LINES_OF_DATAGRAM = 6;
    private static final int LINES_OF_BODY = 100;
    private static final int FEW_FIELDS = 10;
    /** Fields that all lines of {@code junk} have. */
    private static final int COMMON_FIELDS = 10;
    /** So many series continue. */
    private static final int KNOWN = 500;
    /** Their lines are late by up to this time. */
    private static final int SECONDS = 500;

    private static final int WITHIN_MILLIS = 30_000;
    private static final int ABOVE_LIMIT = 100;

    private final int port;
    private final Random random;
    private final DatagramSocket socket;
    private final AtomicInteger lines = new AtomicInteger();
    private final Paced datagrams = new Paced("attack-udp", PERIOD, this::sendDatagram);
    private final Paced bodies = new Paced("attack-http", PERIOD, this::post);

    CardinalityAttack(int port, Random random) throws IOException {
        this.port = port;
        this.random = random;
        socket = new DatagramSocket(new InetSocketAddress(FROM, 0));
        datagrams.start();
        bodies.start();
    }

    /** How many lines were sent. */
    int lines() {
        return lines.get();
    }

    private void sendDatagram() {
        byte[] bytes = lines(LINES_OF_DATAGRAM);
        try {
            socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ignores the answer: refusals are expected. */
    private void post() {
        byte[] body = lines(LINES_OF_BODY);
        String head = "POST /write HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\nContent-Length: " + body.length
                + "\r\n\r\n";
        try (Socket connection = new Socket()) {
            connection.bind(new InetSocketAddress(FROM, 0));
            connection.setSoTimeout(WITHIN_MILLIS);
            connection.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), WITHIN_MILLIS);
            connection.getOutputStream().write(head.getBytes(ISO_8859_1));
            connection.getOutputStream().write(body);
            connection.getInputStream().readAllBytes();
        } catch (IOException e) {
            // The gateway may close the connection of a sender that it refuses.
        }
    }

    private synchronized byte[] lines(int count) {
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < count; line++) {
            switch (random.nextInt(3)) {
                case 0 -> appendJunk(text, series(random), FIELDS, 0);
                case 1 ->
                    appendJunk(text, series(new Random(random.nextInt(KNOWN))), FEW_FIELDS, random.nextInt(SECONDS));
                default ->
                    text.append("noise,id=")
                            .append(random.nextInt())
                            .append(" value=")
                            .append(ABOVE_LIMIT)
                            .append('\n');
            }
        }
        lines.addAndGet(count);
        return text.toString().getBytes(UTF_8);
    }

    /** A random source with the same seed names the same series. */
    private static String series(Random names) {
        return "junk,id=" + names.nextInt() + ",t" + names.nextInt() + "=" + names.nextInt();
    }

    private void appendJunk(StringBuilder text, String series, int fields, int secondsAgo) {
        text.append(series).append(" value=").append(ABOVE_LIMIT);
        for (int field = 0; field < COMMON_FIELDS; field++) {
            text.append(",c").append(field).append('=').append(field);
        }
        appendFields(text, fields);
        text.append(' ')
                .append(System.currentTimeMillis() - 1_000L * secondsAgo)
                .append("000000\n");
    }

    private void appendFields(StringBuilder text, int fields) {
        for (int field = 0; field < fields; field++) {
            text.append(",f").append(random.nextInt(FIELD_NAMES)).append('=').append(field);
        }
        text.append(",status=\"").append(random.nextLong());
        text.append("x".repeat(random.nextInt(TEXT_BYTES))).append('"');
    }

    @Override
    public void close() {
        datagrams.close();
        bodies.close();
        socket.close();
    }
}
