package io.weir.contract.streams;

import io.weir.contract.topic.Topics;
import java.util.Arrays;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Filters records before a sink. A record that Kafka would refuse for its size is not sent.
 * It is counted and logged, with its first bytes in {@code metrics.rejected}. A refused send would end
 * the thread; in alarming, it would also abort the transaction, and the report with it.
 *
 * @param <K> a key that is bytes, or is not written
 */
public final class BoundedProcessor<K> implements Processor<K, byte[], K, byte[]> {

    private static final int SHOWN_BYTES = 64 * 1024;

    /**
     * Upper bounds of the overhead of a record besides key, value and headers, and of a header
     * besides name and value.
     */
    private static final int RECORD_OVERHEAD = 100;

    private static final int HEADER_OVERHEAD = 10;

    private final String topic;
    private @Nullable ProcessorContext<K, byte[]> context;
    private @Nullable BadRecords shared;

    /** Filters the records of the sink to this topic. */
    public BoundedProcessor(String topic) {
        this.topic = topic;
    }

    @Override
    public void init(ProcessorContext<K, byte[]> processorContext) {
        context = processorContext;
        shared = (BadRecords) processorContext.appConfigs().get(BadRecordHandler.SHARED);
    }

    @Override
    public void process(Record<K, byte[]> record) {
        ProcessorContext<K, byte[]> to = Objects.requireNonNull(context, "process before init");
        int size = size(record);
        if (size <= Topics.MAX_RECORD_BYTES) {
            to.forward(record);
        } else if (shared != null) {
            String place = to.recordMetadata()
                    .map(at -> at.topic() + "/" + at.partition() + "/" + at.offset())
                    .orElse("");
            shared.tooLarge(topic, place, size, Arrays.copyOf(record.value(), SHOWN_BYTES));
        }
    }

    private static int size(Record<?, byte[]> record) {
        int size = RECORD_OVERHEAD + (record.value() == null ? 0 : record.value().length);
        if (record.key() instanceof byte[] key) {
            size += key.length;
        }
        for (Header header : record.headers()) {
            size += HEADER_OVERHEAD + header.key().length() + (header.value() == null ? 0 : header.value().length);
        }
        return size;
    }
}
