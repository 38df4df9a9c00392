package io.weir.contract.state;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Adds values to {@link ChainStates}, like a stage with tiers: if a slot already includes a record,
 * it skips the record there and downstream. An empty record forwards the sums of all halls and
 * resets them.
 */
final class ChainProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    private @Nullable BlockStore<ChainStates> store;

    /** A record: pairs of a link and its reading. */
    static byte[] record(int[] links, long[] readings) {
        ByteBuffer bytes = ByteBuffer.allocate(links.length * (Integer.BYTES + Long.BYTES));
        for (int i = 0; i < links.length; i++) {
            bytes.putInt(links[i]).putLong(readings[i]);
        }
        return bytes.array();
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> processorContext) {
        super.init(processorContext);
        store = processorContext.getStateStore(StoreRig.STORE);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        BlockStore<ChainStates> blocks = Objects.requireNonNull(store);
        long offset = context().recordMetadata().orElseThrow().offset();
        blocks.process(offset, () -> {
            ByteBuffer in = ByteBuffer.wrap(record.value());
            while (in.hasRemaining()) {
                take(in.getInt(), in.getLong(), blocks);
            }
            if (record.value().length == 0) {
                tell(offset, blocks);
            }
        });
    }

    private static void take(int link, long reading, BlockStore<ChainStates> blocks) {
        if (blocks.includes(link)) {
            return;
        }
        blocks.touch(link);
        long increment = reading - blocks.workingSet().replaceLink(link, reading);
        int rack = link % ChainStates.RACKS;
        Checkpoint racks = blocks.downstream(0);
        if (racks.includes(rack)) {
            return;
        }
        racks.touch(rack);
        ChainStates.Row ofRacks = blocks.workingSet().racks;
        long factor = 1 + ofRacks.replace(rack, ofRacks.value(rack) + 1) % 3;
        int hall = rack % ChainStates.HALLS;
        Checkpoint halls = blocks.downstream(1);
        if (!halls.includes(hall)) {
            halls.touch(hall);
            ChainStates.Row ofHalls = blocks.workingSet().halls;
            ofHalls.replace(hall, ofHalls.value(hall) + factor * increment);
        }
    }

    private void tell(long offset, BlockStore<ChainStates> blocks) {
        Checkpoint halls = blocks.downstream(1);
        for (int hall = 0; hall < ChainStates.HALLS; hall++) {
            if (!halls.includes(hall)) {
                long sum = blocks.workingSet().halls.replace(hall, 0);
                halls.touch(hall);
                byte[] key =
                        ByteBuffer.allocate(12).putLong(offset).putInt(hall).array();
                byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(sum).array();
                context().forward(new Record<>(key, value, 0));
            }
        }
    }
}
