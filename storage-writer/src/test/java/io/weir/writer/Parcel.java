package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.match.Glob;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.store.Texts;
import io.weir.writer.store.failover.AddressPool;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import io.weir.writer.testing.Awaited;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Delivers lines to a store like the writer, without Kafka, and records rejections. */
final class Parcel implements AutoCloseable {
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final StoreState state;
    final AddressPool addresses = new AddressPool();
    final List<Rejected> rejected = new ArrayList<>();
    /** Lines reported as stored. */
    final List<String> noted = new ArrayList<>();
    /** Whether the report succeeds. */
    boolean notes = true;

    private final Store store;
    private final BatchDelivery delivery;

    record Rejected(String line, String reason, String source) {}

    Parcel(String url) {
        this(url, Optional.empty());
    }

    Parcel(String url, Optional<String> token) {
        this(url, token, Duration.ofSeconds(30));
    }

    Parcel(String url, Optional<String> token, Duration timeout) {
        this(url, new StoreOptions(token, timeout), List.of());
    }

    /** A parcel for a store of numbers. */
    static Parcel keeping(String url, Texts texts) {
        return new Parcel(url, new StoreOptions(Optional.empty(), Duration.ofSeconds(30), texts), List.of());
    }

    /** A parcel that stores fields of another type under another name. */
    static Parcel suffixing(String url, Optional<String> token, String measurements) {
        TypeChange suffix = new TypeChange(List.of(new Glob(measurements)), TypeChange.Policy.SUFFIX);
        return new Parcel(url, new StoreOptions(token, Duration.ofSeconds(30)), List.of(suffix));
    }

    private Parcel(String url, StoreOptions options, List<TypeChange> changes) {
        store = Stores.open(StoreCatalog.BUILT_IN.parse(url), options, addresses);
        state = new StoreState(url);
        Rejects rejects = new Rejects() {
            @Override
            public void keep(byte[] line, String reason, String source) {
                rejected.add(new Rejected(new String(line, UTF_8), reason, source));
            }

            @Override
            public void forget() {
                rejected.clear();
            }

            @Override
            public boolean flush(CountDownLatch stop) {
                return true;
            }
        };
        delivery = new BatchDelivery(
                store,
                rejects,
                state,
                new WriterMeters(registry, "main"),
                new ConcurrencyLimit(1),
                changes,
                this::note);
    }

    private boolean note(byte[] bytes, int length, CountDownLatch stop) {
        new String(bytes, 0, length, UTF_8)
                .lines()
                .filter(line -> !line.isEmpty())
                .forEach(noted::add);
        return notes;
    }

    /** One batch with a record for each text; the n-th has offset n in partition 3. */
    static LineBatch batch(String... records) {
        LineBatch merged = new LineBatch();
        for (int i = 0; i < records.length; i++) {
            byte[] record = records[i].getBytes(UTF_8);
            merged.add(record, 0, record.length, -1, new LineBatch.Origin(3, i, System.currentTimeMillis()));
        }
        return merged;
    }

    boolean deliver(String... records) {
        return deliver(batch(records), new CountDownLatch(1));
    }

    boolean deliver(LineBatch batch, CountDownLatch stop) {
        return delivery.deliver(batch, stop);
    }

    /**
     * Delivers lines of {@code suffixed} whose fields change their types, some twice, to a
     * suffixing parcel. No line is rejected.
     */
    void deliverOtherTypes(long stamp) {
        deliver("suffixed,h=a v=1.5,w=1i " + stamp);
        String lines = "suffixed,h=a v=2.5 " + (stamp + 1) + "\nsuffixed,h=a v=\"x y\",w=2i " + (stamp + 2)
                + "\nsuffixed,h=a v=\"z\",w=\"w\" " + (stamp + 3) + "\nsuffixed,h=a v=4.5 " + (stamp + 4);
        assertThat(deliver(lines)).isTrue();
        deliver("suffixed,h=a v_string=\"s\" " + (stamp + 5));
        assertThat(deliver(lines)).isTrue();
        assertThat(rejected).isEmpty();
    }

    /** The text of the health page while a line waits for the store. */
    String trouble() {
        return trouble("waits value=1 1");
    }

    /** The same for another line. */
    String trouble(String line) {
        CountDownLatch stop = new CountDownLatch(1);
        CompletableFuture<Boolean> delivery = CompletableFuture.supplyAsync(() -> deliver(batch(line), stop));
        Awaited.until("the store was asked twice", () -> counted("weir.writer.retries") >= 2);
        String trouble = String.valueOf(state.trouble());
        stop.countDown();
        if (delivery.join()) {
            throw new AssertionError("the line was delivered");
        }
        return trouble;
    }

    List<String> rejectedLines() {
        return rejected.stream().map(Rejected::line).toList();
    }

    double counted(String meter) {
        return registry.get(meter).counters().stream()
                .mapToDouble(c -> c.count())
                .sum();
    }

    /** Makes a running call fail, as the writer does to stop. */
    void cancel() {
        store.cancel();
    }

    @Override
    public void close() {
        store.close();
    }
}
