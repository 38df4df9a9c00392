package io.weir.standalone.probe.out;

import io.weir.contract.line.LineBuffer;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** Encodes each round, and delivers it on a thread of its own. */
public final class QueuedOutput implements Output {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private final Function<Round, ByteBuffer> encoding;
    private final Receiver receiver;
    private final QueuedDelivery delivery;

    private QueuedOutput(
            Function<Round, ByteBuffer> encoding, Receiver receiver, long maxBytes, DeliveryCounts counts) {
        this.encoding = encoding;
        this.receiver = receiver;
        this.delivery = new QueuedDelivery(receiver, maxBytes, FIRST_PAUSE, counts);
    }

    /**
     * Line protocol to the write path of an InfluxDB, or of Weir's HTTP input.
     *
     * @param maxBytes of rounds that wait
     */
    public static QueuedOutput influx(URI url, Optional<String> token, long maxBytes, DeliveryCounts counts) {
        Receiver receiver = new HttpReceiver(
                url, "text/plain; charset=utf-8", token.map(text -> "Token " + text), answer -> Reply.accepted());
        return new QueuedOutput(QueuedOutput::compressedLines, receiver, maxBytes, counts);
    }

    /**
     * Line protocol to a stream, which is not closed.
     *
     * @param failed called with the exit code of the process: 0 if the reader has closed the stream, else 1
     */
    public static QueuedOutput lines(
            OutputStream to, String name, IntConsumer failed, long maxBytes, DeliveryCounts counts) {
        Receiver receiver = new StreamReceiver(to, name, failed);
        return new QueuedOutput(round -> ByteBuffer.wrap(round.lines().toBytes()), receiver, maxBytes, counts);
    }

    /** OTLP as protobuf to a collector. */
    public static QueuedOutput otlp(URI url, Optional<String> token, long maxBytes, DeliveryCounts counts) {
        OtlpRequests requests = new OtlpRequests();
        Receiver receiver = new HttpReceiver(
                url, "application/x-protobuf", token.map(text -> "Bearer " + text), OtlpRequests::success);
        return new QueuedOutput(
                round -> {
                    byte[] bytes = requests.request(round).toByteArray();
                    return Gzip.compress(bytes, bytes.length);
                },
                receiver,
                maxBytes,
                counts);
    }

    @Override
    public void accept(Round round) {
        if (!round.points().isEmpty()) {
            delivery.add(new Batch(encoding.apply(round), round.points().size()));
        }
    }

    /** The bytes of the rounds that wait. */
    public long waitingBytes() {
        return delivery.bytes();
    }

    @Override
    public void close() {
        delivery.close();
    }

    @Override
    public String toString() {
        return "sent to " + receiver;
    }

    private static ByteBuffer compressedLines(Round round) {
        LineBuffer lines = round.lines();
        return Gzip.compress(lines.array(), lines.length());
    }
}
