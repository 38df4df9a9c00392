package io.weir.gateway.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Output of a framing: each call as a text, with an exclamation mark before lines that are too
 * long.
 */
final class Framed implements LineFraming.Lines {
    static final int MAX_LINE_BYTES = 40;

    final List<String> calls = new ArrayList<>();
    /**
     * Indices of the calls for lines that are too long, because other lines may also start with an
     * exclamation mark.
     */
    private final Set<Integer> tooLong = new HashSet<>();

    private final LineFraming framing = new LineFraming(MAX_LINE_BYTES, true);
    private final byte[] work = new byte[1 << 10];

    /** One read of these bytes. */
    Framed read(byte[] bytes, int from, int to) {
        int at = framing.unfinishedInto(work);
        System.arraycopy(bytes, from, work, at, to - from);
        framing.take(work, at + to - from, this);
        return this;
    }

    Framed read(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return read(bytes, 0, bytes.length);
    }

    Framed end() {
        framing.end(work, false, this);
        return this;
    }

    LineFraming framing() {
        return framing;
    }

    void release() {
        framing.release(work, this);
    }

    /**
     * The single lines. Lines that were passed on together are split only if they contain no
     * quotes.
     */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            String call = calls.get(i);
            if (call.contains("\"") || tooLong.contains(i)) {
                lines.add(call);
            } else {
                lines.addAll(List.of(call.split("(?<=\n)")));
            }
        }
        return lines;
    }

    /** Number of lines that were too long. */
    int refused() {
        return tooLong.size();
    }

    @Override
    public void lines(byte[] bytes, int from, int to) {
        calls.add(new String(bytes, from, to - from, UTF_8));
    }

    @Override
    public void tooLong(byte[] bytes, int from, int to) {
        tooLong.add(calls.size());
        calls.add("!" + new String(bytes, from, to - from, UTF_8));
    }

    @Override
    public void unfinished(byte[] bytes, int from, int to) {
        throw new AssertionError("this stream was not cut off");
    }
}
