package io.weir.writer.store.failover;

import io.weir.writer.store.Reply;
import io.weir.writer.store.Reply.Cause;
import java.util.Arrays;

/**
 * The addresses that failed on the same lines. A line that breaks the server, or too many lines, may be the cause
 * although another address is unreachable: one such failure decides. Used by one thread.
 */
final class Round {
    private final boolean[] failed;
    private long shortestWaitMillis;
    private Cause cause = Cause.STORE;
    /** The reason of the last address that the lines may have broken. */
    private String brokenReason = "";

    private int broken;

    Round(int addresses) {
        failed = new boolean[addresses];
        clear();
    }

    /** Begins with other lines, or again. */
    void clear() {
        Arrays.fill(failed, false);
        shortestWaitMillis = Long.MAX_VALUE;
        forgetCause();
    }

    private void forgetCause() {
        cause = Cause.STORE;
        broken = -1;
    }

    /** @param isWrite whether the address failed on a write; other calls do not break it because of a line */
    void failed(int index, Reply.Away away, boolean isWrite) {
        failed[index] = true;
        shortestWaitMillis = Math.min(shortestWaitMillis, away.waitMillis());
        if (isWrite && away.cause() == Cause.BROKE) {
            cause = Cause.BROKE;
            broken = index;
            brokenReason = away.reason();
        } else if (away.cause() == Cause.SLOW && cause == Cause.STORE) {
            cause = Cause.SLOW;
        }
    }

    boolean hasFailed(int index) {
        return failed[index];
    }

    boolean hasBegun() {
        for (boolean each : failed) {
            if (each) {
                return true;
            }
        }
        return false;
    }

    /** Whether all addresses failed. */
    boolean isOver() {
        for (boolean each : failed) {
            if (!each) {
                return false;
            }
        }
        return true;
    }

    /** The address that the lines may have broken, or -1. */
    int broken() {
        return broken;
    }

    /** Permits one more try at the broken address, whose next failure ends the round. */
    void repeatBroken() {
        failed[broken] = false;
        forgetCause();
    }

    /**
     * The reply of all addresses together.
     *
     * @param allReasons the reasons of all addresses
     */
    Reply.Away reply(String allReasons) {
        // The refusal of a line that broke the address has this reason.
        return new Reply.Away(cause == Cause.BROKE ? brokenReason : allReasons, shortestWaitMillis, cause);
    }
}
