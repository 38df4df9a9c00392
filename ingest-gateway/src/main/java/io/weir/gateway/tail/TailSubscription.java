package io.weir.gateway.tail;

import io.weir.gateway.consume.Message;
import io.weir.gateway.consume.Subscription;
import io.weir.gateway.intake.stamp.ReceiveClock;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the lines of files as messages, and saves the positions up to which they are acknowledged. */
final class TailSubscription implements Subscription, TailedFile.Lines {
    private static final Logger LOG = LoggerFactory.getLogger(TailSubscription.class);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int READ_BYTES = 64 << 10;
    private static final int MOST_BYTES = 1 << 20;

    private final OpenFiles files;
    private final PositionsFile saved;
    private final ReceiveClock clock;
    private final SocketAddress place;
    private final byte[] bytes = new byte[READ_BYTES];
    private final Deque<Message> lines = new ArrayDeque<>();
    private final Deque<Unsafe> unsafe = new ArrayDeque<>();
    private List<TailedFile> inTurn = List.of();
    private int turn;
    private long number;
    private long nextTime = Long.MIN_VALUE;
    private long lookedNanos;

    /** A line that is not acknowledged. */
    private record Unsafe(long number, TailedFile file, int generation, long end) {}

    private TailSubscription(OpenFiles files, PositionsFile saved, ReceiveClock clock, SocketAddress place) {
        this.files = files;
        this.saved = saved;
        this.clock = clock;
        this.place = place;
        this.lookedNanos = System.nanoTime();
    }

    /** Opens the files after the saved positions. */
    static TailSubscription open(OpenFiles files, PositionsFile saved, ReceiveClock clock, SocketAddress place)
            throws IOException {
        TailSubscription subscription = new TailSubscription(files, saved, clock, place);
        try {
            if (saved.exists()) {
                files.open(saved.read(), subscription.lookedNanos);
            } else {
                files.openFirst(subscription.lookedNanos);
            }
            subscription.inTurn = files.all();
            // After a kill, the next start is not the first one.
            saved.save(files.positions());
            return subscription;
        } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    @Override
    public @Nullable Message poll(long nanos) throws IOException, InterruptedException {
        if (lines.isEmpty() && nanos > 0) {
            lookForFiles();
            if (!read()) {
                TimeUnit.NANOSECONDS.sleep(nanos);
            }
        }
        return lines.poll();
    }

    /** A file that exists only while there is no room must be open before it is renamed. */
    @Override
    public void idle() throws IOException {
        lookForFiles();
    }

    private void lookForFiles() throws IOException {
        long nowNanos = System.nanoTime();
        if (nowNanos - lookedNanos >= SECOND_NANOS) {
            lookedNanos = nowNanos;
            for (TailedFile file : inTurn) {
                try {
                    files.countUnfinished(file.startOverIfTruncated(), file);
                } catch (IOException e) {
                    files.failed(file, e);
                }
            }
            files.find(nowNanos);
            inTurn = files.all();
            turn = inTurn.isEmpty() ? 0 : turn % inTurn.size();
            saved.save(files.positions());
        }
    }

    /** Reads a part of each file, in turn, until there is enough. Returns whether there was any. */
    private boolean read() {
        boolean hasRead = false;
        int readBytes = 0;
        for (int i = 0; i < inTurn.size() && readBytes < MOST_BYTES; i++) {
            TailedFile file = inTurn.get(turn);
            turn = (turn + 1) % inTurn.size();
            if (read(file)) {
                readBytes += READ_BYTES;
                hasRead = true;
            }
        }
        return hasRead;
    }

    /** A file that cannot be read must not keep others from being read. */
    private boolean read(TailedFile file) {
        try {
            if (!file.hasMore()) {
                return false;
            }
            files.countUnfinished(file.startOverIfTruncated(), file);
            return file.read(bytes, this);
        } catch (IOException e) {
            files.failed(file, e);
            return false;
        }
    }

    @Override
    public void line(TailedFile file, byte[] bytes, int from, int to, long end) {
        if (to > from) {
            add(file, bytes, from, to, end);
        }
    }

    @Override
    public void tooLong(TailedFile file, byte[] bytes, int from, int to) {
        // Only the line after it is safe to continue from.
        add(file, bytes, from, to, 0);
    }

    private void add(TailedFile file, byte[] bytes, int from, int to, long end) {
        number++;
        unsafe.add(new Unsafe(number, file, file.handOver(), end));
        // Each line has times of its own, even with a nanosecond for each of its records.
        long time = Math.max(nextTime, clock.nowNanos());
        nextTime = time + (to - from) + 1;
        lines.add(new Message(number, Arrays.copyOfRange(bytes, from, to), time, "", ""));
    }

    @Override
    public void acknowledge(long upTo) {
        for (Unsafe first = unsafe.peek(); first != null && first.number() <= upTo; first = unsafe.peek()) {
            first.file().safe(first.generation(), first.end());
            unsafe.remove();
        }
    }

    @Override
    public void refuse(long number) {
        throw new UnsupportedOperationException("files have no dead letters");
    }

    @Override
    public SocketAddress broker() {
        return place;
    }

    /** Saves the positions: the next subscription continues from them. */
    @Override
    public void close() {
        try (files) {
            saved.save(files.positions());
        } catch (IOException e) {
            LOG.warn("positions are not saved: lines will be read again: {}", e.toString());
        }
    }
}
