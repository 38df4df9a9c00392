package io.weir.standalone.topic;

import io.weir.contract.rule.match.Glob;
import io.weir.contract.topic.Rejection;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Shows refused bytes, each after its stage, reason, position and source. */
final class RejectedView implements View {
    private final Glob reasonOrStage;
    private final Spelling spelling;

    RejectedView(Glob reasonOrStage, Spelling spelling) {
        this.reasonOrStage = reasonOrStage;
        this.spelling = spelling;
    }

    @Override
    public void show(ConsumerRecord<byte[], byte[]> record, OutputStream to) throws IOException {
        Rejection rejection = Rejection.read(record.headers());
        if (reasonOrStage.matches(rejection.reason()) || reasonOrStage.matches(rejection.stage())) {
            byte[] bytes = record.value() == null ? new byte[0] : record.value();
            spelling.write(Instant.ofEpochMilli(record.timestamp()), about(rejection), bytes, 0, bytes.length, to);
        }
    }

    private static String about(Rejection rejection) {
        String place = rejection.at() < 0 ? "" : " at byte " + (rejection.at() + 1);
        String source = rejection.source().isEmpty() ? "" : ", from " + rejection.source();
        return "[" + rejection.stage() + ": " + rejection.reason() + place + source + "] ";
    }
}
