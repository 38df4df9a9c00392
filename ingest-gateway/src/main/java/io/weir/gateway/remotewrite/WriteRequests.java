package io.weir.gateway.remotewrite;

import com.google.protobuf.CodedInputStream;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.protobuf.Place;
import io.weir.gateway.protobuf.Wire;
import java.io.IOException;
import java.net.SocketAddress;

/**
 * Reads requests of remote write. A series that is wrong costs no other one. A body that is not
 * readable from some point on is taken up to there: its sender may send it again, because equal
 * samples count once. Belongs to one thread.
 */
public final class WriteRequests {
    private final WriteReport report = new WriteReport();
    private final SampleLines samples;
    private final Symbols symbols = new Symbols();
    private final Labels labels = new Labels(symbols);
    private final KnownLabels known;
    private final LineIntake lines;
    private final HistogramMessage histogram = new HistogramMessage();

    /** Warning: an exemplar, which is not kept. */
    static final String EXEMPLAR = "remote-write-exemplar";

    /** Writes lines to {@code lines}. */
    public WriteRequests(LineIntake lines) {
        this(lines, new KnownLabels());
    }

    WriteRequests(LineIntake lines, KnownLabels known) {
        this.lines = lines;
        this.known = known;
        this.samples = new SampleLines(lines, report, known);
    }

    /**
     * Consumes the samples of an uncompressed body, whose bytes the caller has counted. The report is
     * valid until the next call.
     */
    public WriteReport take(
            byte[] body, int length, RemoteWriteVersion version, SocketAddress source, long receivedNanos) {
        report.clear();
        samples.begin(length, source, receivedNanos);
        try {
            symbols.clear();
            if (version == RemoteWriteVersion.V2) {
                readSymbols(body, length);
            }
            readSeries(body, length, version);
        } catch (IOException e) {
            samples.refuse(RemoteWriteError.BROKEN, "a request of " + length + " bytes: " + e.getMessage());
        }
        samples.handOver();
        return report;
    }

    private void readSymbols(byte[] body, int length) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(body, 0, length);
        int symbol = Wire.message(RemoteWriteVersion.SYMBOLS);
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag == symbol) {
                symbols.add(Place.skip(in, 0));
            } else {
                Wire.skip(in, tag);
            }
        }
    }

    private void readSeries(byte[] body, int length, RemoteWriteVersion version) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(body, 0, length);
        int series = Wire.message(version.series());
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag == series) {
                long place = Place.skip(in, 0);
                int samplesFrom = beginSeries(body, place, version);
                readSamples(body, Place.of(samplesFrom, Place.to(place)), version);
            } else {
                Wire.skip(in, tag);
            }
        }
    }

    /** Begins a series by its labels. Returns the index from which to read its samples. */
    private int beginSeries(byte[] body, long series, RemoteWriteVersion version) throws IOException {
        if (version == RemoteWriteVersion.V1 && known.find(body, series) && samples.knownSeries()) {
            return known.end();
        }
        readLabels(body, series, version);
        if (samples.series(labels) && version == RemoteWriteVersion.V1) {
            samples.remember(labels);
        }
        return Place.from(series);
    }

    private void readLabels(byte[] body, long series, RemoteWriteVersion version) throws IOException {
        int start = Place.from(series);
        CodedInputStream in = Place.open(body, series);
        labels.begin(body);
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (version == RemoteWriteVersion.V1 && tag == Wire.message(RemoteWriteVersion.LABELS)) {
                labels.read(in, start);
            } else if (tag == Wire.message(RemoteWriteVersion.LABELS)) {
                int limit = in.pushLimit(in.readRawVarint32());
                while (!in.isAtEnd()) {
                    labels.refer(in.readRawVarint32());
                }
                in.popLimit(limit);
            } else if (version == RemoteWriteVersion.V2 && tag == Wire.varint(RemoteWriteVersion.LABELS)) {
                labels.refer(in.readRawVarint32());
            } else {
                Wire.skip(in, tag);
            }
        }
    }

    private void readSamples(byte[] body, long series, RemoteWriteVersion version) throws IOException {
        CodedInputStream in = Place.open(body, series);
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag == Wire.message(version.samples())) {
                readSample(in);
            } else if (tag == Wire.message(version.histograms())) {
                int limit = in.pushLimit(in.readRawVarint32());
                histogram.read(in);
                in.popLimit(limit);
                samples.histogram(histogram);
            } else {
                if (tag == Wire.message(version.exemplars())) {
                    lines.counts().warnings.add(EXEMPLAR, 1);
                }
                Wire.skip(in, tag);
            }
        }
    }

    private void readSample(CodedInputStream in) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        double value = 0;
        long millis = 0;
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag == Wire.fixed64(1)) {
                value = in.readDouble();
            } else if (tag == Wire.varint(2)) {
                millis = in.readInt64();
            } else {
                Wire.skip(in, tag);
            }
        }
        in.popLimit(limit);
        samples.sample(value, millis);
    }
}
