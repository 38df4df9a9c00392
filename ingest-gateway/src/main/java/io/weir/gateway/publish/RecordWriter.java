package io.weir.gateway.publish;

import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.SourceOffsets;
import io.weir.contract.topic.Topics;
import io.weir.gateway.intake.batch.BatchName;
import io.weir.gateway.intake.batch.BatchOrigin;
import io.weir.gateway.intake.batch.EarlyBatches;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.spool.Owners;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Creates Kafka records from parcels. */
final class RecordWriter {
    /**
     * Header of a rejected line with the position of the error in its datagram, as
     * {@code line:column}, both from 1.
     */
    static final String POSITION = "position";

    private static final String STAGE = "gateway";
    private static final byte[] NOTHING = {};

    private final Topics topics;
    private final Header gateway;
    private final Owners owners;
    private final EarlyBatches early;
    private final LongSupplier nowMillis;

    /**
     * Writes records of a gateway.
     *
     * @param owners gateway ids of epochs that belong to another gateway, or to this one before it
     *     was renamed
     * @param early corrects receive times
     * @param nowMillis the gateway's time. A spooled parcel with a later time, from a clock that
     *     was ahead, gets this timestamp; Kafka may otherwise never accept the record
     */
    RecordWriter(Topics topics, String gatewayId, Owners owners, EarlyBatches early, LongSupplier nowMillis) {
        this.topics = topics;
        this.early = early;
        this.nowMillis = nowMillis;
        this.gateway = BatchHeaders.gateway(gatewayId);
        this.owners = owners;
    }

    /** The record of a batch, or of a part of it. */
    ProducerRecord<byte[], byte[]> record(Parcel.Batch batch, BatchPart part) {
        ProducerRecord<byte[], byte[]> record =
                raw(batch.partition(), part.linesOf(batch), part.lineCount(), early.receivedMillis(batch));
        record.headers().add(gatewayOf(batch.name()));
        if (part.lineCount() < batch.lineCount()) {
            record.headers().add(BatchHeaders.part(part.firstLine(), batch.lineCount()));
        }
        BatchOrigin origin = batch.origin();
        if (origin != null) {
            addOrigin(record.headers(), origin, batch, part);
        }
        return named(record, batch.name());
    }

    private static void addOrigin(Headers headers, BatchOrigin origin, Parcel.Batch batch, BatchPart part) {
        String text = origin.offsets();
        if (part.lineCount() < batch.lineCount()) {
            SourceOffsets offsets = SourceOffsets.parse(text, batch.lineCount());
            text = offsets == null
                    ? text
                    : offsets.part(part.firstLine(), part.lineCount()).toString();
        }
        headers.add(BatchHeaders.origin(origin.log())).add(SourceOffsets.header(text));
    }

    /** The record of any other parcel. */
    ProducerRecord<byte[], byte[]> record(Parcel parcel) {
        if (parcel instanceof Parcel.Tick tick) {
            ProducerRecord<byte[], byte[]> record = raw(tick.partition(), NOTHING, 0, tick.receivedMillis());
            record.headers().add(gatewayOf(tick.next()));
            if (tick.lost() > 0) {
                record.headers().add(BatchHeaders.lost(tick.lost()));
            }
            if (tick.sentMillis() != Parcel.Tick.NOT_BEHIND) {
                record.headers().add(BatchHeaders.behind(tick.sentMillis()));
            }
            return named(record, tick.next());
        }
        if (parcel instanceof Parcel.State state) {
            ProducerRecord<byte[], byte[]> marker = raw(state.partition(), NOTHING, 0, state.receivedMillis());
            marker.headers().add(gateway).add(BatchHeaders.state(state.state()));
            return marker;
        }
        Parcel.Refused refused = (Parcel.Refused) parcel;
        ProducerRecord<byte[], byte[]> rejected = new Rejection(STAGE, refused.reason(), refused.source(), refused.at())
                .of(refused.bytes(), topics, notAhead(refused.receivedMillis()));
        String position = refused.line() + ":" + (refused.at() + 1);
        rejected.headers().add(POSITION, position.getBytes(StandardCharsets.US_ASCII));
        return rejected;
    }

    private static ProducerRecord<byte[], byte[]> named(ProducerRecord<byte[], byte[]> record, BatchName name) {
        record.headers().add(BatchHeaders.epoch(name.epoch())).add(BatchHeaders.number(name.number()));
        return record;
    }

    private ProducerRecord<byte[], byte[]> raw(int partition, byte[] value, int lines, long millis) {
        ProducerRecord<byte[], byte[]> raw =
                new ProducerRecord<>(topics.raw(), partition, notAhead(millis), null, value);
        raw.headers().add(BatchHeaders.lines(lines));
        return raw;
    }

    private Header gatewayOf(BatchName name) {
        String owner = owners.of(name.epoch());
        return owner == null ? gateway : BatchHeaders.gateway(owner);
    }

    private long notAhead(long millis) {
        return Math.min(millis, nowMillis.getAsLong());
    }
}
