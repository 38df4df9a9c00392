package io.weir.alarming.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.MessageKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Messages from the first stage to the second. Messages of many series are held and sent in the
 * order of their times and ids, because the order of series in memory changes with a restart and
 * the result in the second stage depends on the order of messages. More than {@value #MOST_HELD}
 * are sent in parts. Not thread-safe.
 */
final class Outbox {

    private static final int MOST_HELD = 10_000;

    private static final Comparator<Held> BY_TIME =
            Comparator.comparingLong(Held::timeMillis).thenComparing(Held::key);

    private final Consumer<Record<byte[], byte[]>> to;
    private final List<Held> held = new ArrayList<>();
    private boolean isHolding;

    private record Held(long timeMillis, String key, Record<byte[], byte[]> message) {}

    Outbox(Consumer<Record<byte[], byte[]>> to) {
        this.to = to;
    }

    /**
     * Sends a message, or holds it.
     *
     * @param timeMillis time of the reported change
     * @param logMillis log time of its detection
     */
    void send(long timeMillis, String key, byte[] value, MessageKind kind, long logMillis) {
        Record<byte[], byte[]> message = new Record<>(key.getBytes(UTF_8), value, logMillis, kind.headers());
        if (isHolding) {
            held.add(new Held(timeMillis, key, message));
            if (held.size() == MOST_HELD) {
                sendHeld();
            }
        } else {
            to.accept(message);
        }
    }

    /** Holds all messages from now on. */
    void hold() {
        isHolding = true;
    }

    /** Sends the held messages, and sends later ones immediately. */
    void release() {
        isHolding = false;
        sendHeld();
    }

    private void sendHeld() {
        held.sort(BY_TIME);
        held.forEach(each -> to.accept(each.message));
        held.clear();
    }
}
