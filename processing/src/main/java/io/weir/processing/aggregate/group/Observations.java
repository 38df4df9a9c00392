package io.weir.processing.aggregate.group;

import io.weir.contract.rule.aggregate.LineHistogram;
import io.weir.contract.rule.aggregate.ValueRanges;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A histogram of a line, or the sum of several ones of one form. Not thread-safe. */
public sealed interface Observations extends ValueRanges.Distribution permits Exponential, Explicit {

    /** A histogram without observations. */
    static Observations none(LineHistogram.Form form) {
        return switch (form) {
            case EXPONENTIAL -> new Exponential();
            case EXPLICIT -> new Explicit();
        };
    }

    /** Whether it counts the observations since the one before it, not since some start. */
    boolean isDelta();

    /** Adds the observations of another one of the same form. */
    void add(Observations other);

    /**
     * The observations after those of an earlier histogram of the same sender and form; all, if it
     * began again in between.
     */
    Observations since(Observations earlier);

    /** The value below which this share of the observations lies; NaN if it is unknown. */
    double quantile(double share);

    /** Names all parts. */
    void parts(Parts to);

    /** The parts of a merged histogram, as inputs name them. */
    interface Parts {

        void number(String name, double value);

        void integer(String name, long value);

        void text(String name, String value);
    }

    /** Writes the compact form. */
    void write(DataOutput out) throws IOException;

    /** Reads the output of {@link #write}. */
    static Observations read(LineHistogram.Form form, DataInput in) throws IOException {
        return switch (form) {
            case EXPONENTIAL -> Exponential.read(in);
            case EXPLICIT -> Explicit.read(in);
        };
    }

    /** The compact form, which {@link #of} reads. */
    default byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        return bytes.toByteArray();
    }

    /** Reads the output of {@link #bytes}. */
    static Observations of(LineHistogram.Form form, byte[] bytes) {
        try {
            return read(form, new DataInputStream(new ByteArrayInputStream(bytes)));
        } catch (IOException e) {
            throw new UncheckedIOException("a saved histogram cannot be read", e);
        }
    }
}
