package io.weir.writer.store.failover;

import io.weir.writer.store.Refusals;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Reply.Cause;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreUrl;
import java.util.ArrayList;
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
    private final Round round;

    private int turn;
    private int current;
    /** Whether the current address has failed. */
    private boolean isMoving = true;

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
        round = new Round(members.size());
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
            round.clear();
        }
        if (isMoving || !hasLearnt()) {
            choose();
        }
        while (true) {
            Reply reply = members.get(current).store().prepare(bytes, length, refusals);
            if (!(reply instanceof Reply.Away away)) {
                // Only a write shows that the address accepts lines.
                return reply;
            }
            if (isCanceled) {
                return away;
            }
            leaveOut(away, false);
            if (!round.isOver()) {
                choose();
            } else if (round.broken() < 0) {
                return endRound();
            } else {
                // Only a write may end with that cause: the caller suspects no line before it is prepared.
                current = round.broken();
                isMoving = false;
                round.repeatBroken();
            }
        }
    }

    /** Writes to the address that {@link #prepare} has chosen. */
    @Override
    public Reply write(byte[] bytes, int from, int to) {
        Reply reply = members.get(current).store().write(bytes, from, to);
        if (reply instanceof Reply.Away away) {
            if (isCanceled) {
                return away;
            }
            leaveOut(away, true);
            return round.isOver() ? endRound() : new Reply.Away(away.reason(), 0, Cause.ADDRESS);
        }
        members.get(current).state().back();
        isMoving = false;
        round.clear();
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

    /** Leaves the current address out. */
    private void leaveOut(Reply.Away away, boolean isWrite) {
        members.get(current).state().leaveOut(away);
        isMoving = true;
        round.failed(current, away, isWrite);
    }

    private Reply.Away endRound() {
        Reply.Away all = round.reply(allReasons());
        round.clear();
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
        boolean isFirst = !round.hasBegun();
        int best = -1;
        long bestLeft = Long.MAX_VALUE;
        for (int i = 0; i < members.size(); i++) {
            int index = (turn + i) % members.size();
            AddressState state = members.get(index).state();
            if (round.hasFailed(index)) {
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
