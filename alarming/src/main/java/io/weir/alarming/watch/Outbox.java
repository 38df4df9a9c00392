package io.weir.alarming.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.alarming.MessageKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.streams.processor.api.Record;

/**
 * What a record makes the first stage tell the second. Where that is of many series at once, it is held, and told in the order of its
 * times and ids: how series lie in memory is another after a restart, and what the second stage makes of several changes together
 * depends on their order. Of more than {@value #MOST_HELD}, so many at a time. Not thread-safe.
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
     * Tells it, now or in its turn.
     *
     * @param timeMillis when that happened of which it tells
     * @param logMillis when that was known
     */
    void tell(long timeMillis, String key, byte[] value, MessageKind kind, long logMillis) {
        Record<byte[], byte[]> message = new Record<>(key.getBytes(UTF_8), value, logMillis, kind.headers());
        if (isHolding) {
            held.add(new Held(timeMillis, key, message));
            if (held.size() == MOST_HELD) {
                tellHeld();
            }
        } else {
            to.accept(message);
        }
    }

    /** From here on, everything is held. */
    void hold() {
        isHolding = true;
    }

    /** Tells what is held, and everything at once from here on. */
    void release() {
        isHolding = false;
        tellHeld();
    }

    private void tellHeld() {
        held.sort(BY_TIME);
        held.forEach(each -> to.accept(each.message));
        held.clear();
    }
}
