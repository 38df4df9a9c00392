package io.weir.gateway.exposition;

import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.spelling.LineSpeller;
import java.net.SocketAddress;
import java.util.SortedMap;

/**
 * A cursor over the samples of a body. Labels are checked only when their series is new. Allocates
 * nothing for usual samples. Belongs to one thread.
 */
interface SampleReader {
    /** Value for a sample without a timestamp. */
    long NO_STAMP = Long.MIN_VALUE;

    /** Begins a body. */
    void wrap(Body body);

    /** Whether the body ends as the format demands. */
    boolean hasEnd();

    /** Proceeds to the next sample, which may be wrong; false at the end. */
    boolean next();

    /** Why the sample is wrong; else {@link ExpositionError#NONE}. */
    ExpositionError error();

    /** Bytes that identify the series among those of its target, from {@link #keyFrom} on. */
    byte[] key();

    int keyFrom();

    int keyTo();

    /** Adds the labels of the series to {@code into}. */
    ExpositionError labels(SortedMap<String, String> into);

    /** Whether the value is NaN; else it is finite, or a native histogram. */
    boolean isNotANumber();

    /** Number of exemplars of the sample. */
    int exemplars();

    /** The timestamp, or {@link #NO_STAMP}. */
    long millis();

    /** Writes a line up to its timestamp. The arguments are the bytes of the series. */
    void spell(LineSpeller line, byte[] series, int from, int to);

    /** Hands the sample to {@code lines} as refused, as a text for people. */
    void refuse(LineIntake lines, ExpositionError reason, SocketAddress source, long receivedNanos);
}
