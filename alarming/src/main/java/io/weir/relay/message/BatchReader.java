package io.weir.relay.message;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.rule.alarm.MessageTemplate;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.topic.BatchHeaders;
import io.weir.relay.sink.Message;
import io.weir.relay.sink.Refusals;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns each line of a batch into a message: the line itself, or its record in JSON. Not
 * thread-safe.
 */
public final class BatchReader implements RecordReader {
    private static final Logger LOG = LoggerFactory.getLogger(BatchReader.class);
    private static final String INTERNAL_ERROR = "internal-error";

    private final LineReader lines = new LineReader();
    private final Optional<RecordLayout> layout;
    private final KnownSeries series;
    private boolean isLogged;

    /**
     * @param layout of records in JSON; empty for unmodified lines
     * @param measurements which lines are relayed; empty for all
     */
    public BatchReader(MessageTemplate route, Optional<RecordLayout> layout, List<Glob> measurements) {
        this.layout = layout;
        this.series = new KnownSeries(route, measurements);
    }

    @Override
    public void read(ConsumerRecord<byte[], byte[]> from, List<Message> to, Refusals refusals) {
        byte[] batch = from.value();
        if (BatchHeaders.isEmpty(batch)) {
            return;
        }
        String record = RecordReader.name(from) + "/";
        lines.wrap(batch, 0, batch.length);
        for (int number = 0; lines.next(); number++) {
            String id = record + number;
            if (lines.error() != LineError.NONE) {
                refusals.refuse(
                        id,
                        Arrays.copyOfRange(batch, lines.lineStart(), lines.lineEnd()),
                        lines.error().code());
            } else {
                read(from, id, to, refusals);
            }
        }
    }

    private void read(ConsumerRecord<byte[], byte[]> from, String id, List<Message> to, Refusals refusals) {
        try {
            KnownSeries.Known known = series.of(lines.bytes(), lines.seriesStart(), lines.seriesEnd());
            if (known == null) {
                refusals.refuse(id, line(), "invalid-series");
            } else if (known.isRelayed()) {
                byte[] body = layout.isPresent() ? layout.get().write(known.series(), lines) : line();
                String type = layout.isPresent() ? Message.JSON : Message.TEXT;
                to.add(new Message(id, known.route(), known.bytes(), body, type, from.timestamp()));
            }
        } catch (LayoutException e) {
            refusals.refuse(id, line(), e.reason());
        } catch (RuntimeException e) { // Otherwise the relay would stop at this line for good.
            refusals.refuse(id, line(), INTERNAL_ERROR);
            if (!isLogged) {
                isLogged = true;
                LOG.error("internal error of Weir, not the sink's: the line {} cannot be relayed", id, e);
            }
        }
    }

    private byte[] line() {
        return Arrays.copyOfRange(lines.bytes(), lines.seriesStart(), lines.lineEnd());
    }
}
