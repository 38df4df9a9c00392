package io.weir.standalone.tap;

import io.weir.contract.rule.Glob;
import io.weir.contract.rule.SeriesSelector;
import io.weir.contract.topic.Topics;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** How the records of one topic are shown. Used by one thread. */
interface View {

    /** Writes what the selector lets through of a record: whole lines, or nothing. */
    void show(ConsumerRecord<byte[], byte[]> record, OutputStream to) throws IOException;

    /**
     * The one for a topic.
     *
     * @throws IllegalArgumentException if the selector cannot be used; with the remedy
     */
    static View of(String topic, Topics topics, Optional<String> selector, Spelling spelling) {
        if (List.of(topics.raw(), topics.storage(), topics.live(), topics.alarming())
                .contains(topic)) {
            return new LineView(SeriesSelector.parse(selector), spelling);
        }
        Glob glob = selector.map(Glob::new).orElse(Glob.ANY);
        return topic.equals(topics.rejected()) ? new RejectedView(glob, spelling) : new KeyedView(glob, spelling);
    }
}
