package io.weir.gateway.mqtt;

import com.fasterxml.jackson.core.JsonPointer;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.mapping.RecordError;
import io.weir.gateway.mapping.RecordFormat;
import io.weir.gateway.mapping.RecordLines;
import io.weir.gateway.mapping.RecordMapping;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Payloads of JSON records. */
final class JsonPayload implements Payload, RecordLines.Target {
    private final LineIntake lines;
    private final TaggedLines tagged;
    private final RecordLines records;
    private SocketAddress source = new InetSocketAddress(0);
    private long receivedNanos;

    JsonPayload(LineIntake lines, RecordMapping mapping) {
        this.lines = lines;
        this.tagged = new TaggedLines(lines);
        this.records = RecordFormat.JSON.lines(mapping, this);
    }

    @Override
    public void message(byte[] payload, byte[] topic, SocketAddress source, long receivedNanos) {
        this.source = source;
        this.receivedNanos = receivedNanos;
        tagged.begin(payload.length, topic, StampUnit.NS, source, receivedNanos);
        records.read(payload, 0, payload.length);
    }

    @Override
    public void lines(byte[] of, int length) {
        tagged.write(of, 0, length);
    }

    @Override
    public void refused(RecordError why, JsonPointer where, byte[] of, int from, int to, int at) {
        lines.refuse(why.code(), of, from, to, at, source, receivedNanos);
    }
}
