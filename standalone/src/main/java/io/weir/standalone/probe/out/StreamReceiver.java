package io.weir.standalone.probe.out;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.IntConsumer;

/**
 * Writes batches to a stream, such as standard output.
 *
 * @param failed called once nothing can be written any more, with the exit code of the process: 0 if
 *     the reader has closed the stream, 1 if it fails, such as a file on a full disk
 */
record StreamReceiver(OutputStream to, String name, IntConsumer failed) implements Receiver {
    /** The words of the kernel; Java has no other sign of it. */
    private static final String NOBODY_READS = "Broken pipe";

    @Override
    public Reply deliver(Batch batch) {
        try {
            to.write(batch.body().array(), batch.body().position(), batch.bytes());
            to.flush();
            return Reply.accepted();
        } catch (IOException e) {
            String reason = String.valueOf(e.getMessage());
            failed.accept(reason.equals(NOBODY_READS) ? 0 : 1);
            return Reply.refused(reason);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
