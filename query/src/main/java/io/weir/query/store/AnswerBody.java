package io.weir.query.store;

import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer, read as it arrives. A read ends at the deadline, and by an interrupt of its thread: the stream
 * of JDK 17 ignores both. Read by one thread.
 */
final class AnswerBody extends InputStream implements BodySubscriber<InputStream> {
    /** No list of the client is empty. */
    private static final List<ByteBuffer> END = List.of();

    private final String http;
    private final Deadline deadline;
    /** At most one list and the end: more is requested after a list is read. */
    private final LinkedBlockingQueue<List<ByteBuffer>> arrived = new LinkedBlockingQueue<>();

    private volatile @Nullable Throwable failure;
    private @Nullable Subscription subscription;
    private boolean isClosed;
    private List<ByteBuffer> buffers = END;
    private int next;
    private boolean isAtEnd;

    /** @param http the address of the store, for errors */
    AnswerBody(String http, Deadline deadline) {
        this.http = http;
        this.deadline = deadline;
    }

    @Override
    public CompletionStage<InputStream> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public synchronized void onSubscribe(Subscription answer) {
        subscription = answer;
        if (isClosed) {
            answer.cancel();
        } else {
            answer.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> more) {
        arrived.add(more);
    }

    @Override
    public void onError(Throwable why) {
        failure = why;
        arrived.add(END);
    }

    @Override
    public void onComplete() {
        arrived.add(END);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int most) throws IOException {
        if (most == 0) {
            return 0;
        }
        while (!isAtEnd) {
            while (next < buffers.size()) {
                ByteBuffer buffer = buffers.get(next);
                if (buffer.hasRemaining()) {
                    int count = Math.min(most, buffer.remaining());
                    buffer.get(bytes, from, count);
                    return count;
                }
                next++;
            }
            await();
        }
        return -1;
    }

    private void await() throws IOException {
        if (arrived.isEmpty()) {
            throwFailure();
        }
        if (next > 0) {
            requestMore();
        }
        List<ByteBuffer> more;
        try {
            long left = deadline.left().toNanos();
            more = left > 0 ? arrived.poll(left, TimeUnit.NANOSECONDS) : null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw cancelled();
        }
        if (more == null) {
            throw tooLate(http);
        }
        if (more.isEmpty()) {
            throwFailure();
        }
        buffers = more;
        next = 0;
        isAtEnd = more.isEmpty();
    }

    private void throwFailure() throws IOException {
        Throwable why = failure;
        if (why != null) {
            throw new IOException(why);
        }
    }

    private synchronized void requestMore() {
        if (subscription != null) {
            subscription.request(1);
        }
    }

    /** Closes the connection, unless the answer is complete. */
    @Override
    public synchronized void close() {
        isClosed = true;
        if (subscription != null) {
            subscription.cancel();
        }
    }

    static EvaluationException tooLate(String http) {
        return new EvaluationException(
                Reason.TIMEOUT,
                "the store at " + http
                        + " did not answer within the time of the query; select fewer series or a shorter range");
    }

    static EvaluationException cancelled() {
        return new EvaluationException(Reason.CANCELLED, "the query was cancelled");
    }
}
