package io.weir.gateway.stomp;

import io.netty.handler.codec.stomp.DefaultStompFrame;
import io.netty.handler.codec.stomp.StompCommand;
import io.weir.gateway.consume.Message;
import io.weir.gateway.consume.Subscription;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Numbers the messages of a connection and acknowledges each of them. Belongs to one thread. */
final class StompSubscription implements Subscription {
    private final StompConnection connection;
    private final boolean hasAckHeader;
    private final SortedMap<Long, Map<String, String>> unsettled = new TreeMap<>();
    private long last;

    StompSubscription(StompConnection connection) {
        this.connection = connection;
        this.hasAckHeader = connection.version().equals("1.2");
    }

    @Override
    public @Nullable Message poll(long nanos) throws IOException, InterruptedException {
        StompFrame frame = connection.poll(nanos);
        if (frame == null) {
            return null;
        }
        last++;
        unsettled.put(last, settling(frame));
        return new Message(last, frame.body(), time(frame.header("timestamp")), id(frame), "");
    }

    /** The headers of a frame that acknowledges or refuses the message. */
    private Map<String, String> settling(StompFrame frame) throws IOException {
        String id = frame.header(hasAckHeader ? "ack" : "message-id");
        if (id.isEmpty()) {
            throw new IOException("the broker sent a message that cannot be acknowledged");
        }
        return hasAckHeader ? Map.of("id", id) : Map.of("message-id", id, "subscription", frame.header("subscription"));
    }

    /** JMS has 0 if the sender disabled timestamps. */
    private static long time(String header) {
        long time = header.matches("-?\\d{1,18}") ? Long.parseLong(header) : 0;
        return time == 0 ? Message.NO_TIME : time;
    }

    /**
     * The sender's id. RabbitMQ's own is another one at each delivery; those of JMS begin with
     * {@code ID:}.
     */
    private static String id(StompFrame frame) {
        String senders = frame.header("amqp-message-id");
        String own = frame.header("message-id");
        return senders.isEmpty() && own.startsWith("ID:") ? own : senders;
    }

    @Override
    public void acknowledge(long upTo) throws IOException {
        List<DefaultStompFrame> frames = new ArrayList<>();
        SortedMap<Long, Map<String, String>> safe = unsettled.headMap(upTo + 1);
        safe.values().forEach(headers -> frames.add(StompConnection.frame(StompCommand.ACK, headers)));
        safe.clear();
        connection.send(frames);
    }

    @Override
    public void refuse(long number) throws IOException {
        Map<String, String> headers = unsettled.remove(number);
        if (headers != null) {
            DefaultStompFrame frame = StompConnection.frame(StompCommand.NACK, headers);
            // RabbitMQ's default is true.
            frame.headers().set("requeue", "false");
            connection.send(List.of(frame));
        }
    }

    @Override
    public SocketAddress broker() {
        return connection.remote();
    }

    @Override
    public void close() {
        connection.disconnect();
        connection.close();
    }
}
