package io.weir.notify.alertmanager;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.consumer.AlarmListener;
import io.weir.contract.service.Health;
import io.weir.notify.post.Address;
import io.weir.notify.post.NotifierMeters;
import io.weir.notify.post.Receiver;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All Alertmanagers. Each receives all alerts from its own thread, so one that is down does not
 * delay the others.
 */
public final class Alertmanagers implements AlarmListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Alertmanagers.class);

    private static final String KIND = "alertmanager";
    private static final String PATH = "/api/v2/alerts";
    private static final long END_WITHIN_MILLIS = 1_000;

    private final NotifierMeters meters;
    private final Clock clock;
    private final AlertBook book;
    private final List<Receiver> receivers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile @Nullable String broken;

    /** Creates the senders without connecting; {@link #start} connects. */
    public Alertmanagers(AlertmanagerConfig config, NotifierMeters meters, Clock clock) {
        this.meters = meters;
        this.clock = clock;
        book = new AlertBook(config.labels());
        config.urls().forEach(url -> add(url, config));
    }

    private void add(URI url, AlertmanagerConfig config) {
        Map<String, String> headers = new TreeMap<>(Map.of("Content-Type", "application/json"));
        config.authorization().ifPresent(value -> headers.put("Authorization", value));
        NotifierMeters.OfReceiver own = meters.of(KIND, Address.shown(url));
        URI address = URI.create(url.toString().replaceFirst("/*$", "") + PATH);
        Receiver receiver = new Receiver(KIND, address, headers, config.timeout(), new SplittableRandom(), own);
        AlertSender sender = new AlertSender(book, receiver, config.resend(), clock);
        own.lag(sender::lag);
        receivers.add(receiver);
        Thread thread = new Thread(() -> run(sender), "weir-notifier-" + Address.shown(url));
        thread.setDaemon(true);
        threads.add(thread);
    }

    private void run(AlertSender sender) {
        try {
            sender.run();
        } catch (InterruptedException e) {
            LOG.debug("stopping");
        } catch (RuntimeException e) {
            LOG.error("a sender of alerts failed; its Alertmanager receives no more alerts", e);
            broken = "alertmanager failed: " + e;
        }
    }

    /** Starts the senders, which wait for {@link #onCaughtUp}. */
    public void start() {
        threads.forEach(Thread::start);
    }

    @Override
    public void onState(AlarmEvent state) {
        book.take(state);
    }

    @Override
    public void onRemoved(String id) {
        book.forget(id, clock.instant());
    }

    @Override
    public void onUnreadable() {
        meters.unreadable();
    }

    @Override
    public void onCaughtUp() {
        book.markCaughtUp();
    }

    /**
     * Returns the health of the Alertmanagers that cannot be notified; callable from any thread.
     */
    public Stream<Health> troubles() {
        return Stream.concat(
                Optional.ofNullable(broken).map(Health::dead).stream(),
                receivers.stream()
                        .map(Receiver::trouble)
                        .flatMap(Optional::stream)
                        .map(Health::waiting));
    }

    /** Stops each sender within a second. The next start sends what is unsent and still active. */
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            try {
                thread.join(END_WITHIN_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
