package io.weir.contract.state;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Makes the {@link BlockStore} of each task of a topology.
 *
 * @param <W> the working set
 */
public final class BlockStoreBuilder<W extends WorkingSet> implements StoreBuilder<BlockStore<W>> {

    /**
     * A checkpoint rewrites whole blocks, so the changelog is compacted eagerly to keep restores
     * short.
     */
    private static final Map<String, String> CHANGELOG = Map.of(
            TopicConfig.SEGMENT_BYTES_CONFIG,
            Integer.toString(32 * 1024 * 1024),
            TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
            "0.2");

    private final String name;
    private final Supplier<W> workingSets;
    private boolean logged = true;

    /** A store of this name; each task gets its own working set. */
    public BlockStoreBuilder(String name, Supplier<W> workingSets) {
        this.name = name;
        this.workingSets = workingSets;
    }

    @Override
    public BlockStore<W> build() {
        return new BlockStore<>(name, workingSets.get(), logged);
    }

    @Override
    public StoreBuilder<BlockStore<W>> withCachingEnabled() {
        return this;
    }

    @Override
    public StoreBuilder<BlockStore<W>> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<BlockStore<W>> withLoggingEnabled(Map<String, String> config) {
        logged = true;
        return this;
    }

    /**
     * Without a changelog, a restart begins with an empty working set: only for tests that show the
     * effect.
     */
    @Override
    public StoreBuilder<BlockStore<W>> withLoggingDisabled() {
        logged = false;
        return this;
    }

    @Override
    public Map<String, String> logConfig() {
        return logged ? CHANGELOG : Map.of();
    }

    @Override
    public boolean loggingEnabled() {
        return logged;
    }

    @Override
    public String name() {
        return name;
    }
}
