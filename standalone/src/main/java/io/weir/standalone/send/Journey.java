package io.weir.standalone.send;

import java.util.List;

/**
 * Follows the sent lines along the way, one hop after another. When all items have left a hop,
 * those that had entered the next one by then are awaited there. So it ends even if others continue
 * to send. A service may count an item at the end of a hop before it counts the item at the start of the next one, such as
 * a datagram before its lines. So the number of these items is taken from the next answer of the meters. Reads no clock.
 * For one thread.
 */
final class Journey {
    private static final List<Hop> WAY = Hop.WAY;

    private final Meters before;
    private int hop;
    /** Set between the end of a hop and the next answer: {@link #needed} may be too small until then. */
    private boolean isEntered;

    private long needed;
    private long out;

    /**
     * @param before meters before sending
     * @param datagrams the number of datagrams sent since
     */
    Journey(Meters before, long datagrams) {
        this.before = before;
        this.needed = WAY.get(0).out(before) + datagrams;
    }

    /** Whether all lines have reached the last hop that has meters. */
    boolean isOver(Meters now) {
        while (hop < WAY.size() && WAY.get(hop).isMetered(now)) {
            Hop current = WAY.get(hop);
            if (isEntered) {
                needed = neededOf(current, now);
                isEntered = false;
            }
            out = current.out(now);
            if (out < needed) {
                return false;
            }
            hop++;
            if (hop < WAY.size() && WAY.get(hop).isMetered(now)) {
                Hop next = WAY.get(hop);
                isEntered = true;
                needed = neededOf(next, now);
                out = next.out(now);
                if (!current.out().containsAll(next.in())) {
                    return false;
                }
            }
        }
        return true;
    }

    private long neededOf(Hop entered, Meters now) {
        return entered.in(now) + surplus(entered);
    }

    /**
     * Items that left a hop without having entered it since the services started: earlier processes
     * left them over.
     */
    private long surplus(Hop next) {
        return Math.max(0, next.out(before) - next.in(before));
    }

    /** Describes the awaited items for people. */
    String awaited() {
        return Sent.grouped(Math.max(0, needed - out)) + " " + WAY.get(hop).what();
    }
}
