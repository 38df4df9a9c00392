package io.weir.gateway.sparkplug;

import com.google.protobuf.CodedInputStream;
import io.weir.gateway.protobuf.Wire;
import java.io.IOException;
import java.util.Arrays;

/** The payload of a message. Reused for the next one. Belongs to one thread. */
final class Payload {
    /** For a payload without a sequence number. */
    static final int NO_SEQUENCE = -1;

    /** For a payload without the number of a session. */
    static final long NO_SESSION = -1;

    /** The metric by which births and deaths number the sessions of a node. */
    static final byte[] SESSION = NumberArray.ascii("bdSeq");

    private static final byte[] COMPRESSED = NumberArray.ascii("SPBV1.0_COMPRESSED");

    // Fields of org.eclipse.tahu.protobuf.Payload.
    private static final int TIMESTAMP = Wire.varint(1);
    private static final int METRIC = Wire.message(2);
    private static final int SEQUENCE = Wire.varint(3);
    private static final int UUID = Wire.message(4);

    private final Metric metric = new Metric();
    private byte[] bytes = {};
    private long millis;
    private int sequence;
    private long session;
    private boolean isCompressed;

    /** Receives the metrics of a payload. */
    interface Target {
        void metric(Metric metric);

        /** A metric, {@code bytes[from, to)}, that is not protobuf. */
        void broken(int from, int to);
    }

    /**
     * Reads all but the metrics.
     *
     * @param hasSession whether it may have the number of a session
     * @throws IOException if it is not protobuf
     */
    void read(byte[] of, boolean hasSession) throws IOException {
        bytes = of;
        millis = Metric.NO_TIME;
        sequence = NO_SEQUENCE;
        session = NO_SESSION;
        isCompressed = false;
        CodedInputStream in = CodedInputStream.newInstance(of);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == TIMESTAMP) {
                millis = in.readUInt64();
            } else if (tag == SEQUENCE) {
                sequence = in.readUInt32() & EdgeNode.LAST_SEQUENCE;
            } else if (tag == UUID) {
                isCompressed = Arrays.equals(in.readByteArray(), COMPRESSED);
            } else if (tag == METRIC) {
                int length = in.readRawVarint32();
                in.skipRawBytes(length);
                if (hasSession) {
                    findSession(in.getTotalBytesRead() - length, in.getTotalBytesRead());
                }
            } else {
                Wire.skip(in, tag);
            }
        }
    }

    private void findSession(int from, int to) {
        if (isRead(from, to) && metric.isNamed(SESSION) && metric.form() != Metric.Form.NONE) {
            session = metric.number() & EdgeNode.LAST_SEQUENCE;
        }
    }

    /** Hands over each metric. {@link #read} has succeeded. */
    void metrics(Target target) {
        try {
            CodedInputStream in = CodedInputStream.newInstance(bytes);
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                if (tag == METRIC) {
                    int length = in.readRawVarint32();
                    in.skipRawBytes(length);
                    int to = in.getTotalBytesRead();
                    if (isRead(to - length, to)) {
                        target.metric(metric);
                    } else {
                        target.broken(to - length, to);
                    }
                } else {
                    Wire.skip(in, tag);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("was read before", e);
        }
    }

    private boolean isRead(int from, int to) {
        try {
            metric.read(bytes, from, to);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** When it was sent since the epoch, or {@link Metric#NO_TIME}. */
    long millis() {
        return millis;
    }

    /** Its number among the messages of its node, or {@link #NO_SEQUENCE}. */
    int sequence() {
        return sequence;
    }

    /** The number of the node's session, in a birth or death; or {@link #NO_SESSION}. */
    long session() {
        return session;
    }

    boolean isCompressed() {
        return isCompressed;
    }
}
