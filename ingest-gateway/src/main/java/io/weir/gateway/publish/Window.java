package io.weir.gateway.publish;

import io.weir.gateway.intake.Parcel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What was sent and is not known to be acknowledged, in the order of sending, with the marks among it. Bounded well below the
 * producer's memory, so that sending never waits for it. Belongs to the publishing thread.
 */
final class Window {
    /** A parcel that is done stays until all before it are: so many may be there, whatever they weigh. */
    private static final int MAX_DELIVERIES = 1 << 16;

    /** Instead of a position: there was no room for it, or the disk failed. */
    static final long NOT_STORED = -1;

    private final Deque<Delivery> deliveries = new ArrayDeque<>();
    private final AtomicLong bytes = new AtomicLong();
    private final long limit;
    private int marks;
    private int spooled;

    /** {@code limit} in bytes. */
    Window(long limit) {
        this.limit = limit;
    }

    boolean hasRoom() {
        return bytes.get() < limit && deliveries.size() < MAX_DELIVERIES;
    }

    boolean isEmpty() {
        return deliveries.isEmpty();
    }

    boolean hasMarks() {
        return marks > 0;
    }

    /** Whether something in it lies in the spool too. */
    boolean hasSpooled() {
        return spooled > 0;
    }

    /** How long ago the first was sent that is not acknowledged. */
    long ageNanos(long nowNanos) {
        Delivery first = deliveries.peekFirst();
        return first == null ? 0 : nowNanos - first.sentNanos();
    }

    /** What waits longest, or null. */
    @Nullable
    Parcel first() {
        Delivery first = deliveries.peekFirst();
        return first == null ? null : first.parcel();
    }

    /** Sends a parcel and keeps it; false if the outlet does not take it now. */
    boolean send(Parcel parcel, Outlet outlet, long nowNanos) {
        return send(parcel, outlet, new Delivery(parcel, nowNanos, bytes));
    }

    /** The same for one that lies in the spool, up to {@code end}. */
    boolean sendSpooled(Parcel parcel, long end, Outlet outlet, long nowNanos) {
        Delivery delivery = new Delivery(parcel, nowNanos, bytes);
        delivery.spooled(end);
        return send(parcel, outlet, delivery);
    }

    private boolean send(Parcel parcel, Outlet outlet, Delivery delivery) {
        if (!outlet.send(parcel, delivery)) {
            delivery.cancelled();
            return false;
        }
        Fate.sent(parcel);
        deliveries.add(delivery);
        spooled += delivery.isSpooled() ? 1 : 0;
        return true;
    }

    /** Keeps a mark, until everything before it is acknowledged. */
    void add(Parcel.Mark mark, long nowNanos) {
        deliveries.add(new Delivery(mark, nowNanos, bytes));
        marks++;
    }

    /**
     * Lets go what is done, and runs the marks behind it.
     *
     * @return whether there was any
     */
    boolean release(Backlog backlog) {
        boolean released = false;
        for (Delivery first = deliveries.peekFirst(); first != null; first = deliveries.peekFirst()) {
            if (first.parcel() instanceof Parcel.Mark mark) {
                run(first, mark);
            }
            if (!first.isDone()) {
                return released;
            }
            deliveries.removeFirst();
            released = true;
            if (first.isSpooled()) {
                spooled--;
                backlog.acknowledge(first.position());
            }
        }
        return released;
    }

    /**
     * Puts everything into the spool that is not there, and runs the marks, as it is all safe then.
     *
     * @param store returns the position behind what it stored, or {@link #NOT_STORED}
     * @return false if something was not stored
     */
    boolean storeAll(ToLongFunction<Parcel> store) {
        for (Delivery delivery : deliveries) {
            Parcel parcel = delivery.parcel();
            if (parcel == null || parcel instanceof Parcel.Mark || delivery.isSpooled()) {
                continue;
            }
            long end = store.applyAsLong(parcel);
            if (end == NOT_STORED) {
                return false;
            }
            delivery.spooled(end);
            spooled++;
        }
        for (Iterator<Delivery> each = deliveries.iterator(); marks > 0 && each.hasNext(); ) {
            Delivery delivery = each.next();
            if (delivery.parcel() instanceof Parcel.Mark mark) {
                run(delivery, mark);
            }
        }
        return true;
    }

    /** At the end: what lies in the spool is not lost if it is not acknowledged. */
    void keepSpooled() {
        deliveries.stream().filter(Delivery::isSpooled).forEach(Delivery::keep);
    }

    private void run(Delivery delivery, Parcel.Mark mark) {
        marks--;
        delivery.cancelled();
        Fate.safe(mark);
    }
}
