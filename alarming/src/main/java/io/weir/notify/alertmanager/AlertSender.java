package io.weir.notify.alertmanager;

import io.weir.notify.alertmanager.AlertBook.Page;
import io.weir.notify.post.Outcome;
import io.weir.notify.post.Receiver;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Sends the book to one Alertmanager: changes immediately, everything periodically. Unsent changes
 * wait in the book. Used by one thread, except {@link #lag}.
 */
final class AlertSender {
    /** As in Prometheus; 50 000 alerts need two hundred requests. */
    private static final int ALERTS_PER_REQUEST = 256;

    /**
     * Resend intervals after which Alertmanager considers an active alert resolved: its sender is
     * down.
     */
    private static final int LIFETIME = 3;

    /**
     * How long a resolved alert is sent again, for an Alertmanager that was down; as in Prometheus.
     */
    private static final Duration RESEND_RESOLVED = Duration.ofMinutes(15);

    private static final long EVERYTHING = Long.MAX_VALUE;

    private final AlertBook book;
    private final Receiver receiver;
    private final Duration resend;
    private final Clock clock;
    private volatile long sent;
    private long resent;
    private long toResend;

    AlertSender(AlertBook book, Receiver receiver, Duration resend, Clock clock) {
        this.book = book;
        this.receiver = receiver;
        this.resend = resend;
        this.clock = clock;
    }

    /** Sends until it is interrupted. */
    void run() throws InterruptedException {
        while (!book.isCaughtUp()) {
            book.await(0, resend.toMillis());
        }
        long dueNanos = System.nanoTime() + resend.toNanos();
        while (true) {
            if (System.nanoTime() - dueNanos >= 0) {
                dueNanos = System.nanoTime() + resend.toNanos();
                book.forgetResolvedBefore(clock.instant().minus(RESEND_RESOLVED));
                resent = 0;
                toResend = sent;
            }
            if (!sendChanges() && !resendPage()) {
                long millis = TimeUnit.NANOSECONDS.toMillis(dueNanos - System.nanoTime()) + 1;
                book.await(sent, Math.max(1, millis));
            }
        }
    }

    /** Returns the number of alerts with unsent changes; callable from any thread. */
    long lag() {
        return book.changedAfter(sent);
    }

    /** Returns whether there was anything to send. */
    private boolean sendChanges() throws InterruptedException {
        Page page = book.page(sent, EVERYTHING, ALERTS_PER_REQUEST);
        if (isDone(page)) {
            sent = page.last();
        }
        return !page.alerts().isEmpty();
    }

    private boolean resendPage() throws InterruptedException {
        Page page = book.page(resent, toResend, ALERTS_PER_REQUEST);
        if (isDone(page)) {
            resent = page.last();
        }
        return !page.alerts().isEmpty();
    }

    /**
     * Returns whether Alertmanager received the page or refused it permanently. Otherwise waits
     * before returning.
     */
    private boolean isDone(Page page) throws InterruptedException {
        if (page.alerts().isEmpty()) {
            return true;
        }
        Instant now = clock.instant();
        byte[] body = AlertJson.write(page.alerts(), now, now.plus(resend.multipliedBy(LIFETIME)));
        Outcome outcome = receiver.post(body, page.alerts().size());
        if (outcome.isToBeRepeated()) {
            TimeUnit.MILLISECONDS.sleep(receiver.pause().toMillis());
            return false;
        }
        return true;
    }
}
