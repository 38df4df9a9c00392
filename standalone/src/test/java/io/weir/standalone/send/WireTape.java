package io.weir.standalone.send;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/** Records datagrams and their send times instead of sending them. */
final class WireTape implements Wire {
    private final Time time;
    private final List<Datagram> waiting = new ArrayList<>();
    private final List<Datagram> left = new ArrayList<>();

    record Datagram(String text, long nanos) {}

    WireTape(Time time) {
        this.time = time;
    }

    @Override
    public void send(byte[] bytes, int length) {
        waiting.add(new Datagram(new String(bytes, 0, length, UTF_8), time.nanos()));
    }

    @Override
    public void flush() {
        left.addAll(waiting);
        waiting.clear();
    }

    @Override
    public void close() {}

    /** The datagrams sent. */
    List<Datagram> left() {
        return left;
    }

    /** All their lines. */
    List<String> lines() {
        return left.stream().flatMap(datagram -> datagram.text().lines()).toList();
    }
}
