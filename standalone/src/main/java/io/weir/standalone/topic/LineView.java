package io.weir.standalone.topic;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.contract.rule.match.Match;
import io.weir.contract.topic.BatchHeaders;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Shows line batches line by line, without ticks and other records that contain no lines. */
final class LineView implements View {
    private static final long NANOS = 1_000_000_000L;

    private final Match match;
    private final Spelling spelling;
    private final LineReader line = new LineReader();

    LineView(Match match, Spelling spelling) {
        this.match = match;
        this.spelling = spelling;
    }

    @Override
    public void show(ConsumerRecord<byte[], byte[]> record, OutputStream to) throws IOException {
        if (BatchHeaders.isEmpty(record.value())) {
            return;
        }
        line.wrap(record.value(), 0, record.value().length);
        while (line.next()) {
            if (isSelected()) {
                spelling.write(time(record), "", line.bytes(), line.lineStart(), line.lineEnd(), to);
            }
        }
    }

    /** Unreadable lines are shown only if there is no selector. */
    private boolean isSelected() {
        if (match.equals(Match.ALL)) {
            return true;
        }
        if (line.error() != LineError.NONE) {
            return false;
        }
        try {
            return match.test(Series.parse(line.bytes(), line.seriesStart(), line.seriesEnd()));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private Instant time(ConsumerRecord<byte[], byte[]> record) {
        return line.error() == LineError.NONE && line.hasTimestamp()
                ? Instant.ofEpochSecond(Math.floorDiv(line.timestamp(), NANOS), Math.floorMod(line.timestamp(), NANOS))
                : Instant.ofEpochMilli(record.timestamp());
    }
}
