package io.weir.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.batch.BatchName;
import io.weir.gateway.intake.batch.Parcel;
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
 * An outlet that records everything sent. On request, it acknowledges or rejects records in the
 * order of each partition. Like a producer, it abandons all unanswered records after a rejection
 * that is followed by other records.
 */
final class Tape implements Outlet {
    /**
     * Permanently stored records by partition; rejected lines under -1. Survives the gateway, like
     * a broker.
     */
    final Map<Integer, List<Stored>> stored;

    final Map<Integer, Deque<Sent>> pending = new TreeMap<>();
    /** Partitions without write permission. */
    final Set<Integer> refused = new HashSet<>();
    /**
     * Partitions whose next record is written without an answer when unanswered records are
     * abandoned.
     */
    Predicate<Integer> isWrittenUnheard = partition -> false;

    Consumer<Stored> whenStored = each -> {};
    boolean isRefusing;
    boolean isClosed;

    /**
     * Content of a record, the name of its batch or of a tick's next one, and how far the gateway
     * lags by its own report.
     */
    record Stored(int partition, String what, @Nullable BatchName name, long sentMillis) {
        static Stored of(Parcel parcel) {
            if (parcel instanceof Parcel.Batch batch) {
                return new Stored(batch.partition(), new String(batch.lines(), UTF_8), batch.name(), -1);
            }
            if (parcel instanceof Parcel.Tick tick) {
                return new Stored(tick.partition(), "tick " + tick.receivedMillis(), tick.next(), tick.sentMillis());
            }
            return new Stored(-1, "refused", null, -1);
        }
    }

    record Sent(Stored record, ParcelDelivery delivery) {}

    Tape(Map<Integer, List<Stored>> stored) {
        this.stored = stored;
    }

    @Override
    public @Nullable String send(Parcel parcel, ParcelDelivery delivery) {
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

    /** Answers the first unanswered record of a partition. Returns whether there was one. */
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
                // Until all are answered.
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

    /** The broker stores the first unanswered record, but its answer never arrives. */
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

    /** The unanswered records of a partition. */
    List<Stored> sent(int partition) {
        return pending(partition).stream().map(Sent::record).toList();
    }

    /** The stored content of a partition. */
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
