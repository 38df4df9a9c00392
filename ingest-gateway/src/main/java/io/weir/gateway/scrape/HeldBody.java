package io.weir.gateway.scrape;

import io.weir.gateway.exposition.HeldBytes;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A body as it arrives, up to a limit. Its bytes count among those of all bodies that wait, until
 * {@link #release}, which any thread may call. Used by one thread after the other.
 */
final class HeldBody implements BodySubscriber<HeldBody> {
    private static final int FIRST_BYTES = 16 << 10;

    private final int most;
    private final HeldBytes held;
    private final CompletableFuture<HeldBody> whole = new CompletableFuture<>();
    private byte[] bytes = {};
    private int length;
    private boolean isReleased;
    private Flow.@Nullable Subscription subscription;

    /** A body that is too long for its target. */
    static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;

        TooLong(String message) {
            super(message);
        }
    }

    HeldBody(int most, HeldBytes held) {
        this.most = most;
        this.held = held;
    }

    @Override
    public CompletionStage<HeldBody> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription begun) {
        subscription = begun;
        begun.request(Long.MAX_VALUE);
    }

    @Override
    public synchronized void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            if (!isReleased && !append(part)) {
                fail(new TooLong("the answer is longer than body-size-limit, or too many answers wait"));
                if (subscription != null) {
                    subscription.cancel();
                }
            }
        }
    }

    private boolean append(ByteBuffer part) {
        int more = part.remaining();
        if (more > most - length) {
            return false;
        }
        if (length + more > bytes.length) {
            int capacity =
                    (int) Math.min(most, Math.max(FIRST_BYTES, Math.max(2L * bytes.length, length + (long) more)));
            if (!held.take(capacity - bytes.length)) {
                return false;
            }
            bytes = Arrays.copyOf(bytes, capacity);
        }
        part.get(bytes, length, more);
        length += more;
        return true;
    }

    @Override
    public void onError(Throwable failure) {
        fail(failure);
    }

    private void fail(Throwable failure) {
        release();
        whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        whole.complete(this);
    }

    /** The bytes, of which {@link #length} are valid. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Gives the memory back. Later bytes are ignored. */
    synchronized void release() {
        isReleased = true;
        held.give(bytes.length);
        bytes = new byte[0];
        length = 0;
    }
}
