package io.weir.gateway.remotewrite;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.LineBounds;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.LineRoom;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.Words;
import io.weir.gateway.intake.known.CanonicalSeries;
import io.weir.gateway.intake.spelling.ByteText;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.prometheus.NativeHistogram;
import io.weir.gateway.prometheus.SampleSpelling;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Writes the samples of one series after another as lines. Belongs to one thread. */
final class SampleLines implements RefusalListener {
    /** Prometheus' mark for the end of a series: a NaN with this payload. */
    static final long STALE = 0x7ff0000000000002L;

    /** A number that its sender could not compute, such as a percentile of nothing. */
    static final String NOT_A_NUMBER = "remote-write-nan";

    private static final int HAND_OVER_BYTES = 64 << 10;
    private static final int DESCRIBED_BYTES = 1 << 10;

    private final LineIntake lines;
    private final WriteReport report;
    private final KnownLabels known;
    private final LineSpeller speller = new LineSpeller(1 << 10);
    private final LineSpeller spelled = new LineSpeller(2 * HAND_OVER_BYTES);
    private final ByteText refusedText = new ByteText(256);
    private final LineRoom room = new LineRoom();
    /** The current series, as the start of a line. */
    private byte[] series = {};

    private int seriesFrom;
    private int seriesTo;
    private RemoteWriteError error = RemoteWriteError.NONE;
    private String described = "";
    private boolean areHistograms;
    private int lineStart;
    private SocketAddress source = new InetSocketAddress(0);
    private long receivedNanos;

    SampleLines(LineIntake lines, WriteReport report, KnownLabels known) {
        this.lines = lines;
        this.report = report;
        this.known = known;
    }

    void begin(int requestBytes, SocketAddress sender, long nanos) {
        room.begin(requestBytes);
        source = sender;
        receivedNanos = nanos;
        spelled.clear();
        areHistograms = false;
    }

    /** Begins a series. If its labels are wrong, returns false, and each of its samples will be refused. */
    boolean series(Labels labels) {
        room.take(Math.min(labels.textBytes(), LineBounds.MOST_SERIES_BYTES));
        error = room.isUsedUp() ? RemoteWriteError.TOO_LARGE : labels.spell(speller);
        series = speller.array();
        seriesFrom = 0;
        seriesTo = speller.length();
        if (error != RemoteWriteError.NONE) {
            refusedText.clear();
            labels.describe(refusedText);
            described = new String(refusedText.bytes(), 0, refusedText.length(), UTF_8);
        }
        return error == RemoteWriteError.NONE;
    }

    /** Remembers the series that {@link #series} began, whose labels were not found. */
    void remember(Labels labels) {
        known.learn(series, seriesTo, (int) labels.textBytes(), receivedNanos / 1_000_000);
    }

    /** Begins the series whose labels were found. Returns false if there is no room: the labels are needed. */
    boolean knownSeries() {
        CanonicalSeries found = known.found();
        room.take(found.rank());
        error = RemoteWriteError.NONE;
        series = found.bytes();
        seriesFrom = found.from();
        seriesTo = found.to();
        return !room.isUsedUp();
    }

    /** Adds a sample of the current series. */
    void sample(double value, long millis) {
        are(false);
        if (error != RemoteWriteError.NONE) {
            refuse(error, described + " " + value + " " + millis);
        } else if (Double.doubleToRawLongBits(value) == STALE) {
            end(millis);
        } else if (Double.isNaN(value)) {
            lines.counts().warnings.add(NOT_A_NUMBER, 1);
            report.wrote(1, false);
        } else if (Double.isInfinite(value)) {
            // Prometheus accepts such a value, so the answer does not report it.
            put(RemoteWriteError.NOT_FINITE, text() + " value=" + value + " " + millis);
        } else {
            lineStart = spelled.length();
            SampleSpelling.begin(spelled, series, seriesFrom, seriesTo);
            spelled.value(value);
            spelled.endLine(millis);
            ended();
        }
    }

    /** Adds a native histogram of the current series. */
    void histogram(HistogramMessage message) {
        NativeHistogram histogram = message.histogram();
        are(true);
        if (error != RemoteWriteError.NONE) {
            refuse(error, described + " " + message);
        } else if (Double.doubleToRawLongBits(histogram.sum()) == STALE) {
            end(message.millis());
        } else if (!histogram.isRight()) {
            refuse(RemoteWriteError.BAD_HISTOGRAM, text() + " " + message);
        } else {
            lineStart = spelled.length();
            spelled.begun(series, seriesFrom, seriesTo);
            histogram.spell(spelled);
            spelled.endLine(message.millis());
            ended();
        }
    }

    private void end(long millis) {
        lineStart = spelled.length();
        SampleSpelling.end(spelled, series, seriesFrom, seriesTo, millis);
        ended();
    }

    private void ended() {
        room.take(spelled.length() - lineStart);
        if (room.isUsedUp()) {
            error = RemoteWriteError.TOO_LARGE;
            described = text();
        }
        if (spelled.length() >= HAND_OVER_BYTES) {
            handOver();
        }
    }

    private void are(boolean histograms) {
        if (histograms != areHistograms) {
            handOver();
            areHistograms = histograms;
        }
    }

    /** Hands over all lines so far. */
    void handOver() {
        int taken = lines.lines(spelled.array(), 0, spelled.length(), StampUnit.MS, source, receivedNanos, this);
        report.wrote(taken, areHistograms);
        spelled.clear();
    }

    /** The intake refuses a line that was handed over. */
    @Override
    public void refused(String reason, int line, int column) {
        if (report.isFull()) {
            report.refused(reason, "");
            return;
        }
        int from = 0;
        for (int before = 1; before < line; before++) {
            from = Words.lineEnd(spelled.array(), from, spelled.length()) + 1;
        }
        int to = Words.lineEnd(spelled.array(), from, spelled.length());
        report.refused(reason, new String(spelled.array(), from, to - from, UTF_8));
    }

    private String text() {
        return new String(series, seriesFrom, Math.min(seriesTo - seriesFrom, DESCRIBED_BYTES), UTF_8);
    }

    /** Refuses a sample that never became a line, and reports it to the sender. */
    void refuse(RemoteWriteError reason, String what) {
        put(reason, what);
        report.refused(reason.code(), what);
    }

    private void put(RemoteWriteError reason, String what) {
        byte[] text = what.getBytes(UTF_8);
        lines.refuse(reason.code(), text, 0, text.length, 0, source, receivedNanos);
    }
}
