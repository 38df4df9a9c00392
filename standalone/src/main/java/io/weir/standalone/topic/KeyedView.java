package io.weir.standalone.topic;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.rule.match.Glob;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Shows records that have a key, such as an alarm's id, one line each. */
final class KeyedView implements View {
    private final Glob key;
    private final Spelling spelling;

    KeyedView(Glob key, Spelling spelling) {
        this.key = key;
        this.spelling = spelling;
    }

    @Override
    public void show(ConsumerRecord<byte[], byte[]> record, OutputStream to) throws IOException {
        String name = record.key() == null ? "" : new String(record.key(), UTF_8);
        if (!key.matches(name)) {
            return;
        }
        Instant time = Instant.ofEpochMilli(record.timestamp());
        if (record.value() == null) {
            spelling.write(time, name + " is removed", new byte[0], 0, 0, to);
        } else {
            spelling.write(time, "", record.value(), 0, record.value().length, to);
        }
    }
}
