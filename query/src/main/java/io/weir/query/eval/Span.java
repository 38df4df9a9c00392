package io.weir.query.eval;

/** The times of the steps of an evaluation: {@code start}, {@code start + step} and so on up to {@code end}. */
record Span(long start, long end, long step) {
    static Span instant(long time) {
        return new Span(time, time, 1);
    }

    long steps() {
        return end < start ? 0 : (end - start) / step + 1;
    }
}
