package io.weir.standalone.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;

/** The output of a command. Failures are {@link OutputException}s, unlike those of the server. */
final class ResultOutput extends OutputStream {
    private final OutputStream to;
    private final Runnable beforeFirst;
    private boolean isBegun;

    private ResultOutput(OutputStream to, Runnable beforeFirst) {
        this.to = to;
        this.beforeFirst = beforeFirst;
    }

    /**
     * Bytes, not buffered.
     *
     * @param beforeFirst called once, before the first bytes are written
     */
    static OutputStream stream(OutputStream to, Runnable beforeFirst) {
        return new ResultOutput(to, beforeFirst);
    }

    /** Text as UTF-8, buffered; see {@link #stream}. */
    static Writer writer(OutputStream to, Runnable beforeFirst) {
        return new BufferedWriter(new OutputStreamWriter(stream(to, beforeFirst), UTF_8), 1 << 16);
    }

    @Override
    public void write(int one) throws OutputException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws OutputException {
        if (!isBegun) {
            isBegun = true;
            beforeFirst.run();
        }
        try {
            to.write(bytes, from, length);
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    @Override
    public void flush() throws OutputException {
        try {
            to.flush();
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }
}
