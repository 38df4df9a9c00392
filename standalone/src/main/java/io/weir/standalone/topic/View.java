package io.weir.standalone.topic;

import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.SeriesSelector;
import io.weir.contract.topic.Topics;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Shows the records of one topic. Used by one thread. */
sealed interface View permits KeyedView, LineView, RejectedView {

    /** Writes the selected parts of a record: whole lines, or nothing. */
    void show(ConsumerRecord<byte[], byte[]> record, OutputStream to) throws IOException;

    /**
     * The view for a topic.
     *
     * @throws IllegalArgumentException with the remedy, if the selector is invalid
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
