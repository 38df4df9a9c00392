package io.weir.contract.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * Reads an answer's body up to a maximum length and cancels the rest. Answers of proxies
 * can be whole pages or endless.
 */
final class BodyStart implements BodySubscriber<BodyStart.Read> {
    private final int maxBytes;
    private final CompletableFuture<Read> read = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private @Nullable Subscription subscription;

    /** The bytes that were read, and whether the body ends there. */
    record Read(ByteBuffer bytes, boolean isWhole) {}

    BodyStart(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public CompletionStage<Read> getBody() {
        return read;
    }

    @Override
    public void onSubscribe(Subscription opened) {
        subscription = opened;
        opened.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            byte[] part = new byte[Math.min(buffer.remaining(), maxBytes - bytes.size())];
            buffer.get(part);
            bytes.writeBytes(part);
            if (buffer.hasRemaining() && subscription != null) {
                subscription.cancel();
                complete(false);
                return;
            }
        }
    }

    @Override
    public void onError(Throwable failure) {
        read.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        complete(true);
    }

    private void complete(boolean isWhole) {
        read.complete(new Read(ByteBuffer.wrap(bytes.toByteArray()), isWhole));
    }
}
