package io.weir.writer.store.failover;

import io.weir.writer.store.Refusals;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Reply.Cause;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreUrl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One store with several addresses. Each batch goes to one address, in turn. An address that is away is left out for a
 * time that grows; the next batch after that time tries it again. The store is away if all addresses are: while none is
 * in service, each is tried.
 */
public final class FailoverStore implements Store {
    private final String url;
    private final List<Member> members;
    /** The addresses that failed since the last success; the caller still has the lines. */
    private final boolean[] failed;

    private int turn;
    private int current;
    /** Whether the current address has failed. */
    private boolean isMoving = true;

    private long shortestWaitMillis = Long.MAX_VALUE;
    private volatile boolean isCanceled;

    private record Member(AddressState state, Store store) {}

    /**
     * Does not connect yet.
     *
     * @param opener opens the store at one address
     */
    public FailoverStore(FailoverUrl url, AddressPool pool, Function<StoreUrl, Store> opener) {
        this.url = url.text();
        List<Member> opened = new ArrayList<>();
        for (StoreUrl address : url.addresses()) {
            opened.add(new Member(pool.of(address), opener.apply(address)));
        }
        members = List.copyOf(opened);
        failed = new boolean[members.size()];
        turn = pool.nextWriter() % members.size();
    }

    @Override
    public String url() {
        return url;
    }

    /** Prepares an address for the lines: another one than for the last batch, unless that has learnt. */
    @Override
    public Reply prepare(byte[] bytes, int length, Refusals refusals) {
        isCanceled = false;
        if (!isMoving) {
            Arrays.fill(failed, false);
        }
        if (isMoving || !hasLearnt()) {
            choose();
        }
        while (true) {
            Reply reply = members.get(current).store().prepare(bytes, length, refusals);
            // Only a write shows that the address accepts lines.
            Reply settled = reply instanceof Reply.Away away ? failed(away) : reply;
            if (!(settled instanceof Reply.Away away) || away.cause() != Cause.ADDRESS) {
                return settled;
            }
            choose();
        }
    }

    /** Writes to the address that {@link #prepare} has chosen. */
    @Override
    public Reply write(byte[] bytes, int from, int to) {
        Reply reply = members.get(current).store().write(bytes, from, to);
        if (reply instanceof Reply.Away away) {
            return failed(away);
        }
        members.get(current).state().back();
        isMoving = false;
        Arrays.fill(failed, false);
        return reply;
    }

    @Override
    public boolean hasLearnt() {
        return members.get(current).store().hasLearnt();
    }

    @Override
    public void cancel() {
        isCanceled = true;
        members.forEach(member -> member.store().cancel());
    }

    @Override
    public void close() {
        members.forEach(member -> member.store().close());
    }

    /** Leaves the current address out; returns the store's reply. */
    private Reply.Away failed(Reply.Away away) {
        if (isCanceled) {
            return away;
        }
        members.get(current).state().leaveOut(away);
        isMoving = true;
        failed[current] = true;
        shortestWaitMillis = Math.min(shortestWaitMillis, away.waitMillis());
        for (boolean hasFailed : failed) {
            if (!hasFailed) {
                return new Reply.Away(away.reason(), 0, Cause.ADDRESS);
            }
        }
        // A line may be the cause, whose refusal then has this reason.
        String reasons = away.cause() == Cause.BROKE ? away.reason() : allReasons();
        Reply.Away all = new Reply.Away(reasons, shortestWaitMillis, away.cause());
        Arrays.fill(failed, false);
        shortestWaitMillis = Long.MAX_VALUE;
        return all;
    }

    private String allReasons() {
        return members.stream()
                .map(member -> member.state().toString())
                .collect(Collectors.joining("; ", "all addresses are away: ", ""));
    }

    /**
     * Chooses an address that has not failed on these lines: one whose pause is over, unless others failed on them,
     * else the next in service, else the one whose pause ends first.
     */
    private void choose() {
        boolean isFirst = true;
        for (boolean hasFailed : failed) {
            isFirst &= !hasFailed;
        }
        int best = -1;
        long bestLeft = Long.MAX_VALUE;
        for (int i = 0; i < members.size(); i++) {
            int index = (turn + i) % members.size();
            AddressState state = members.get(index).state();
            if (failed[index]) {
                continue;
            }
            boolean isOut = state.isLeftOut();
            if (isOut && isFirst && state.beginTrial()) {
                best = index;
                break;
            }
            long left = isOut ? state.pauseLeftNanos() : Long.MIN_VALUE;
            if (best < 0 || left < bestLeft) {
                best = index;
                bestLeft = left;
            }
        }
        current = best;
        turn = (best + 1) % members.size();
        isMoving = false;
    }
}
