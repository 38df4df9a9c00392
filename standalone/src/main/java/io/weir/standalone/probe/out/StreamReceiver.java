package io.weir.standalone.probe.out;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes batches to a stream, such as standard output.
 *
 * @param ended called if nobody reads the stream any more; it does not come back
 */
record StreamReceiver(OutputStream to, String name, Runnable ended) implements Receiver {

    @Override
    public Reply deliver(Batch batch) {
        try {
            to.write(batch.body().array(), batch.body().position(), batch.bytes());
            to.flush();
            return Reply.accepted();
        } catch (IOException e) {
            ended.run();
            return Reply.refused(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
