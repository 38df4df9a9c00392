package io.weir.query.api;

import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The bytes of an answer within its limits. The answer begins with the first of them. */
final class AnswerStream extends OutputStream {
    private final String mediaType;
    private final ValueLimits limits;
    private final ValueResponse response;
    /** A client that reads slowly must not block other queries for longer. */
    private final Deadline deadline;

    private @Nullable OutputStream out;
    private long bytes;
    private boolean isCut;

    AnswerStream(String mediaType, ValueLimits limits, ValueResponse response) {
        this.mediaType = mediaType;
        this.limits = limits;
        this.response = response;
        this.deadline = new Deadline(limits.timeout());
    }

    boolean hasBegun() {
        return out != null;
    }

    /** Ends the limits, so that the reason of the end can be written. Returns false if the time is over. */
    boolean cut() {
        isCut = true;
        return !deadline.isOver();
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] more, int from, int length) throws IOException {
        if (!isCut) {
            check(length);
        }
        bytes += length;
        OutputStream target = out;
        if (target == null) {
            target = response.begin(200, mediaType);
            out = target;
        }
        target.write(more, from, length);
        target.flush();
    }

    private void check(int length) {
        if (bytes + length > limits.bytes()) {
            throw ValueLimits.exceeded(limits.bytes() + " bytes");
        }
        if (deadline.isOver()) {
            throw new EvaluationException(
                    EvaluationException.Reason.TIMEOUT,
                    "the answer took longer than " + limits.timeout().toSeconds()
                            + " s; read it faster, or select less");
        }
    }
}
