package io.weir.processing;

import io.weir.contract.state.BlockStore;
import io.weir.contract.state.Seal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * A changelog as a crash leaves it: all blocks of the last commit, and the written blocks of a
 * later checkpoint that was cut short. Tiers are sent one after the other, the last first: all
 * blocks of some, any blocks of one, none of the others.
 */
final class CutCheckpoint {

    private static final int TIER_BITS = 26;
    private static final int MOST_TIERS = 5;

    private final Map<Integer, byte[]> atCommit;
    private final Map<Integer, byte[]> later;

    /** @param later the content of the changelog if the checkpoint had been complete */
    CutCheckpoint(List<TestRecord<byte[], byte[]>> atCommit, List<TestRecord<byte[], byte[]>> later) {
        this.atCommit = latest(atCommit);
        this.later = latest(later);
    }

    private static Map<Integer, byte[]> latest(List<TestRecord<byte[], byte[]>> changelog) {
        Map<Integer, byte[]> latest = new TreeMap<>();
        changelog.forEach(record -> latest.put(ByteBuffer.wrap(record.key()).getInt(), record.value()));
        return latest;
    }

    /**
     * Restores the changelog. Returns its content without the later common state, as the content at
     * the same commit, for another crash before the next one.
     */
    List<TestRecord<byte[], byte[]>> restore(BlockStore<?> store, Random random) {
        int cut = random.nextInt(MOST_TIERS);
        Map<Integer, byte[]> content = new TreeMap<>(atCommit);
        later.forEach((key, value) -> {
            int tier = key >>> TIER_BITS;
            if (key >= 0 && (tier > cut || (tier == cut && random.nextBoolean()))) {
                content.put(key, value);
            }
        });
        content.keySet().removeIf(key -> key < 0);
        byte[] common = newestCommon(atCommit);
        if (common != null) {
            content.put(-1, common);
        }
        content.forEach((key, value) -> store.restore(bytes(key), value));
        byte[] laterCommon = newestCommon(later);
        if (laterCommon != null && cut == 0 && random.nextBoolean()) {
            store.restore(bytes(-2), laterCommon);
        }
        return content.entrySet().stream()
                .map(each -> new TestRecord<>(bytes(each.getKey()), each.getValue()))
                .toList();
    }

    private static byte @Nullable [] newestCommon(Map<Integer, byte[]> changelog) {
        byte[] one = changelog.get(-1);
        byte[] other = changelog.get(-2);
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return stamp(one) > stamp(other) ? one : other;
    }

    /**
     * The offset that a copy of the common state includes: in its only entry, after the slot's
     * number.
     */
    private static long stamp(byte[] copy) {
        return ByteBuffer.wrap(copy).getLong(Seal.BYTES + 1);
    }

    private static byte[] bytes(int key) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(key).array();
    }
}
