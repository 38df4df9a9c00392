package io.weir.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.BatchName;
import io.weir.gateway.intake.Parcel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An outlet that keeps what it is sent, and answers when it is told to, in the order of each partition: Kafka has it, or refuses it. As
 * a producer does, it gives up everything unanswered when something is refused that others follow.
 */
final class Tape implements Outlet {
    /** What is stored for good, by partition; refused lines by -1. Outlives the gateway, as a broker does. */
    final Map<Integer, List<Stored>> stored;

    final Map<Integer, Deque<Sent>> pending = new TreeMap<>();
    /** Partitions that nobody may write to. */
    final Set<Integer> refused = new HashSet<>();
    /** What is written although nobody hears of it, when everything unanswered is given up. */
    Predicate<Integer> isWrittenUnheard = partition -> false;

    Consumer<Stored> whenStored = each -> {};
    boolean isRefusing;
    boolean isClosed;

    /** What a record says, the name of its batch or of a tick's next one, and how far behind the gateway says it is. */
    record Stored(int partition, String what, @Nullable BatchName name, long behindMillis) {
        static Stored of(Parcel parcel) {
            if (parcel instanceof Parcel.Batch batch) {
                return new Stored(batch.partition(), new String(batch.lines(), UTF_8), batch.name(), -1);
            }
            if (parcel instanceof Parcel.Tick tick) {
                return new Stored(tick.partition(), "tick " + tick.receivedMillis(), tick.next(), tick.behindMillis());
            }
            return new Stored(-1, "refused", null, -1);
        }
    }

    record Sent(Stored record, Delivery delivery) {}

    Tape(Map<Integer, List<Stored>> stored) {
        this.stored = stored;
    }

    @Override
    public @Nullable String send(Parcel parcel, Delivery delivery) {
        if (isRefusing) {
            return "not now";
        }
        if (!delivery.begin()) {
            return "";
        }
        Stored record = Stored.of(parcel);
        pending(record.partition).add(new Sent(record, delivery));
        return null;
    }

    private Deque<Sent> pending(int partition) {
        return pending.computeIfAbsent(partition, unseen -> new ArrayDeque<>());
    }

    /** Answers the first that waits in a partition; says whether there was one. */
    boolean answer(int partition) {
        Sent first = pending(partition).poll();
        if (first == null) {
            return false;
        }
        if (refused.contains(partition)) {
            first.delivery.failed("Not authorized", this::breakOff);
        } else {
            store(first);
            first.delivery.acknowledged();
        }
        return true;
    }

    void answerAll() {
        List.copyOf(pending.keySet()).forEach(partition -> {
            while (answer(partition)) {
                // Until none waits.
            }
        });
    }

    private void breakOff() {
        pending.forEach((partition, waiting) -> {
            if (!refused.contains(partition) && isWrittenUnheard.test(partition) && !waiting.isEmpty()) {
                store(waiting.peek());
            }
            while (!waiting.isEmpty()) {
                waiting.remove().delivery.failed(null, () -> {});
            }
        });
    }

    /** The broker has the first that waits, but its answer never comes. */
    void storeWithoutAnswer(int partition) {
        Sent first = pending(partition).peek();
        if (first != null && !refused.contains(partition)) {
            store(first);
        }
    }

    private void store(Sent sent) {
        stored.computeIfAbsent(sent.record.partition, unseen -> new ArrayList<>())
                .add(sent.record);
        whenStored.accept(sent.record);
    }

    /** What was sent to a partition and is not answered. */
    List<Stored> sent(int partition) {
        return pending(partition).stream().map(Sent::record).toList();
    }

    /** What is stored in a partition, in words. */
    List<String> what(int partition) {
        return stored.getOrDefault(partition, List.of()).stream()
                .map(Stored::what)
                .toList();
    }

    @Override
    public void close() {
        isClosed = true;
        breakOff();
    }
}
