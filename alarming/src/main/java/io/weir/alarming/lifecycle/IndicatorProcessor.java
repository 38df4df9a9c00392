package io.weir.alarming.lifecycle;

import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmRate;
import io.weir.contract.state.SealedStore;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Kafka Streams adapter of {@link AlarmRate} and {@link StandingAlarms}: follows all transitions
 * and updates the meters.
 */
public final class IndicatorProcessor implements Processor<byte[], AlarmTransitioned, Void, Void> {

    /** Version of the store layout. */
    private static final int LAYOUT = 1;

    private static final Duration CLOCK_INTERVAL = Duration.ofSeconds(10);
    private static final String MINUTE = "minute/";
    private static final String STANDING = "standing/";
    private static final String CHATTERING = "chattering/";
    private static final String FLOOD = "flood";

    private final String storeName;
    private final AlarmingMeters meters;
    private AlarmRate rate = new AlarmRate();
    private StandingAlarms standing = new StandingAlarms();
    private long stale;
    private @Nullable KeyValueStore<String, Long> store;

    /**
     * Creates the processor; {@link #init} restores its counts from the store.
     *
     * @param store the name of a store of {@link #builder}
     */
    public IndicatorProcessor(String store, AlarmingMeters meters) {
        this.storeName = store;
        this.meters = meters;
    }

    /** Returns the store: in memory, with a changelog in Kafka. */
    public static StoreBuilder<KeyValueStore<String, Long>> builder(String name) {
        return SealedStore.builder(name, Serdes.Long(), LAYOUT);
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        KeyValueStore<String, Long> saved = context.getStateStore(storeName);
        store = saved;
        rate = new AlarmRate();
        standing = new StandingAlarms();
        each(saved, MINUTE, (minute, count) -> rate.restore(Long.parseLong(minute), count));
        each(saved, STANDING, standing::restore);
        each(saved, CHATTERING, (alarm, one) -> standing.restoreChattering(alarm));
        if (saved.get(FLOOD) != null) {
            rate.restoreFlood();
        }
        context.schedule(CLOCK_INTERVAL, PunctuationType.WALL_CLOCK_TIME, this::advance);
    }

    private interface Entry {
        void take(String name, long value);
    }

    private static void each(KeyValueStore<String, Long> store, String prefix, Entry to) {
        try (KeyValueIterator<String, Long> entries = store.prefixScan(prefix, new StringSerializer())) {
            entries.forEachRemaining(entry -> to.take(entry.key.substring(prefix.length()), entry.value));
        }
    }

    @Override
    public void process(Record<byte[], AlarmTransitioned> record) {
        AlarmEvent transition = record.value().event();
        long nowMillis = transition.decisionTime().toEpochMilli();
        if (StandingAlarms.isCall(transition)) {
            rate.called(nowMillis);
            long minute = AlarmRate.minute(nowMillis);
            put(MINUTE + minute, rate.inMinute(minute));
        }
        OptionalLong since = standing.take(transition);
        put(STANDING + transition.id(), since.isPresent() ? since.getAsLong() : null);
        put(CHATTERING + transition.id(), standing.isChattering(transition.id()) ? 1L : null);
        updateMeters();
    }

    private void advance(long nowMillis) {
        rate.advance(nowMillis).forEach(minute -> put(MINUTE + minute, null));
        // Inspects every standing alarm: too slow for each transition of an alarm storm.
        stale = standing.stale(nowMillis);
        updateMeters();
    }

    private void updateMeters() {
        put(FLOOD, rate.isFlood() ? 1L : null);
        meters.indicators(rate.inTenMinutes(), rate.isFlood(), standing.size(), stale, standing.chattering());
    }

    /** Writes only values that changed. */
    private void put(String key, @Nullable Long value) {
        KeyValueStore<String, Long> saved = Objects.requireNonNull(store, "process before init");
        if (!Objects.equals(saved.get(key), value)) {
            saved.put(key, value);
        }
    }

    @Override
    public void close() {
        meters.indicators(0, false, 0, 0, 0);
    }
}
