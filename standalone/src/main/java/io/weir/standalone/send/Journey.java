package io.weir.standalone.send;

import java.util.List;

/**
 * Follows what was sent along the way, hop by hop: once everything has come out of one, what had come into the next by then is
 * awaited there. So it ends although others go on sending. Reads no clock. For one thread.
 */
final class Journey {
    private static final List<Hop> WAY = Hop.WAY;

    private final Meters before;
    private int hop;
    private long needed;
    private long out;

    /** Of {@code datagrams} that were sent since the meters were {@code before}. */
    Journey(Meters before, long datagrams) {
        this.before = before;
        this.needed = WAY.get(0).out(before) + datagrams;
    }

    /** Whether everything has come to its end, as far as there are meters. */
    boolean isOver(Meters now) {
        while (hop < WAY.size() && WAY.get(hop).isMetered(now)) {
            out = WAY.get(hop).out(now);
            if (out < needed) {
                return false;
            }
            hop++;
            if (hop < WAY.size()) {
                Hop next = WAY.get(hop);
                needed = next.in(now) + surplus(next);
            }
        }
        return true;
    }

    /** What had come out and not in since the services were started: it was left by earlier ones, and is none of ours. */
    private long surplus(Hop next) {
        return Math.max(0, next.out(before) - next.in(before));
    }

    /** What is still awaited, for people. */
    String awaited() {
        return Sent.grouped(needed - out) + " " + WAY.get(hop).what();
    }
}
