package io.weir.gateway.exposition;

import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.RefusedRecords;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.prometheus.SampleSpelling;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes the samples of targets as lines. A sample that is wrong costs no other one. Allocates nothing
 * for a sample of a known series. Belongs to one thread.
 */
public final class ExpositionLines {
    /** Warning: a number that its target could not compute, such as a percentile of nothing. */
    public static final String NOT_A_NUMBER = "scrape-nan";

    /** Reason for an answer without its end. */
    public static final String CUT = ExpositionError.CUT.code();

    /** Warning: an exemplar, which is not kept. */
    public static final String EXEMPLAR = "scrape-exemplar";

    private static final int HAND_OVER_BYTES = 64 << 10;
    private static final int SHOWN_BYTES = 1 << 10;
    /** A bucket of protobuf without a count. In text, it is a name, a blank and a digit. */
    private static final int SHORTEST_SAMPLE = 2;

    private final LineIntake lines;
    private final TextReader texts = new TextReader();
    private final FamilyReader families = new FamilyReader();
    private final LineSpeller spelled = new LineSpeller(2 * HAND_OVER_BYTES);
    private final LineSpeller newSeries = new LineSpeller(1 << 10);
    private SocketAddress source = new InetSocketAddress(0);
    private long receivedNanos;
    private RefusedRecords refused = new RefusedRecords();

    private Labelling labelling = labels -> true;
    private Body body = new Body(new byte[0], 0, ExpositionFormat.PROMETHEUS, true, 0, true, false);
    private SampleReader reader = texts;
    private boolean isCounting;
    private int scraped;
    private int kept;
    private int added;

    /** Writes lines to {@code lines}. */
    public ExpositionLines(LineIntake lines) {
        this.lines = lines;
    }

    /** The intake that receives the lines. */
    public LineIntake lines() {
        return lines;
    }

    /** Begins the lines of a target. {@link #handOver} ends them. */
    public void begin(SocketAddress target, long nanos) {
        source = target;
        receivedNanos = nanos;
        refused = new RefusedRecords();
        spelled.clear();
    }

    /** The samples refused since {@link #begin}. */
    public RefusedRecords refused() {
        return refused;
    }

    /**
     * Whether more samples of the body are kept than this. Learns its series, and writes nothing.
     */
    public boolean hasMoreThan(int limit, TargetSeries series, Labelling target, Body answer) {
        if (answer.length() / SHORTEST_SAMPLE <= limit) {
            return false;
        }
        open(target, answer);
        if (!reader.hasEnd()) {
            return false; // Nothing will be taken.
        }
        isCounting = true;
        while (kept <= limit && reader.next()) {
            int entry = reader.error() == ExpositionError.NONE ? entry(series) : TargetSeries.NONE;
            kept += entry == TargetSeries.NONE || series.isDropped(entry) ? 0 : 1;
        }
        isCounting = false;
        return kept > limit;
    }

    /** Writes all samples of the body, and the ends of the series that it no longer has. */
    public Taken take(TargetSeries series, Labelling target, Body answer) {
        open(target, answer);
        if (!reader.hasEnd()) {
            int from = Math.max(0, answer.length() - SHOWN_BYTES);
            lines.refuse(
                    ExpositionError.CUT.code(),
                    answer.bytes(),
                    from,
                    answer.length(),
                    answer.length(),
                    source,
                    receivedNanos);
            return Taken.NOTHING;
        }
        series.begin();
        while (reader.next()) {
            if (reader.error() == ExpositionError.NONE) {
                sample(series);
            } else {
                refuse(reader.error());
            }
        }
        endMissing(series, answer.millis());
        return new Taken(true, scraped, kept, added);
    }

    private void open(Labelling target, Body answer) {
        labelling = target;
        body = answer;
        reader = answer.format() == ExpositionFormat.PROTOBUF ? families : texts;
        reader.wrap(answer);
        scraped = 0;
        kept = 0;
        added = 0;
    }

    private void sample(TargetSeries series) {
        int entry = entry(series);
        if (entry == TargetSeries.NONE) {
            return;
        }
        boolean wasLive = series.isLive(entry);
        boolean isStamped = body.honorsTimestamps() && reader.millis() != SampleReader.NO_STAMP;
        boolean isFirst = series.mark(entry, isStamped);
        boolean isDropped = series.isDropped(entry);
        if (!isFirst && !isDropped) {
            refuse(ExpositionError.DUPLICATE);
            return;
        }
        scraped++;
        if (isDropped) {
            return;
        }
        kept++;
        added += wasLive ? 0 : 1;
        if (reader.exemplars() > 0) {
            lines.counts().warnings.add(EXEMPLAR, reader.exemplars());
        }
        if (reader.isNotANumber()) {
            lines.counts().warnings.add(NOT_A_NUMBER, 1);
            return;
        }
        reader.spell(spelled, series.text(), series.spelledFrom(entry), series.spelledTo(entry));
        long millis = isStamped ? reader.millis() : body.millis();
        if (millis == Body.NO_TIME) {
            spelled.endLine();
        } else {
            spelled.endLine(millis);
        }
        handOverIfMany();
    }

    /** The entry of the sample's series, which is new or known; none after a refusal. */
    private int entry(TargetSeries series) {
        int known = series.find(reader.key(), reader.keyFrom(), reader.keyTo());
        return known == TargetSeries.NONE ? learned(series) : known;
    }

    private int learned(TargetSeries series) {
        SortedMap<String, String> labels = new TreeMap<>();
        ExpositionError error = reader.labels(labels);
        newSeries.clear();
        if (error == ExpositionError.NONE && labelling.apply(labels)) {
            error = SeriesSpelling.write(labels, newSeries);
        }
        if (error != ExpositionError.NONE) {
            refuse(error);
            return TargetSeries.NONE;
        }
        int added = series.add(reader.key(), reader.keyFrom(), reader.keyTo(), newSeries.array(), newSeries.length());
        if (added == TargetSeries.NONE) {
            refuse(ExpositionError.NO_MEMORY);
        }
        return added;
    }

    private void refuse(ExpositionError reason) {
        if (isCounting) {
            return; // The sample is read again.
        }
        reader.refuse(lines, reason, source, receivedNanos);
        refused.add(reason.code(), "");
    }

    private void endMissing(TargetSeries series, long millis) {
        for (int entry = 0; entry < series.count(); entry++) {
            if (series.end(entry)) {
                SampleSpelling.end(spelled, series.text(), series.spelledFrom(entry), series.spelledTo(entry), millis);
                handOverIfMany();
            }
        }
        series.forgetEnded();
    }

    /** Writes the ends of all series. */
    public void endAll(TargetSeries series, long millis) {
        series.begin();
        endMissing(series, millis);
    }

    /** Writes a sample about the target itself. */
    public void value(byte[] ownSeries, double value, long millis) {
        SampleSpelling.begin(spelled, ownSeries, 0, ownSeries.length);
        spelled.value(value);
        spelled.endLine(millis);
    }

    /** Writes the end of a series about the target itself. */
    public void end(byte[] ownSeries, long millis) {
        SampleSpelling.end(spelled, ownSeries, 0, ownSeries.length, millis);
    }

    private void handOverIfMany() {
        if (spelled.length() >= HAND_OVER_BYTES) {
            handOver();
        }
    }

    /** Hands over all lines so far. */
    public void handOver() {
        lines.lines(spelled.array(), 0, spelled.length(), StampUnit.MS, source, receivedNanos, refused);
        spelled.clear();
    }
}
