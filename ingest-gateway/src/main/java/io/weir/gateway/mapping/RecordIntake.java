package io.weir.gateway.mapping;

import com.fasterxml.jackson.core.JsonPointer;
import io.weir.gateway.intake.AnsweredMapping;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.RefusedRecords;
import io.weir.gateway.intake.stamp.StampUnit;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Hands the lines of records to an intake. Belongs to one thread. */
public final class RecordIntake implements AnsweredMapping, RecordLines.Target {
    /** Warning: a text between records that is not a record. */
    static final String NO_RECORD = "no-record";

    private final LineIntake lines;
    private final RecordLines records;
    private SocketAddress source = new InetSocketAddress(0);
    private long receivedNanos;
    private RefusedRecords refused = new RefusedRecords();

    /** Writes lines to {@code lines}. */
    public RecordIntake(LineIntake lines, RecordMapping mapping, RecordFormat format) {
        this.lines = lines;
        this.records = format.lines(mapping, this);
    }

    @Override
    public LineIntake lines() {
        return lines;
    }

    /** The caller has counted the bytes. */
    @Override
    public RefusedRecords message(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        this.source = source;
        this.receivedNanos = receivedNanos;
        RefusedRecords current = new RefusedRecords();
        refused = current;
        records.read(bytes, from, to);
        return current;
    }

    @Override
    public void lines(byte[] of, int length) {
        lines.lines(of, 0, length, StampUnit.NS, source, receivedNanos, refused);
    }

    @Override
    public void passedOver(int texts) {
        lines.counts().warnings.add(NO_RECORD, texts);
    }

    @Override
    public void refused(RecordError why, JsonPointer where, byte[] of, int from, int to, int at) {
        lines.refuse(why.code(), of, from, to, at, source, receivedNanos);
        refused.add(why.code(), where.toString());
    }
}
