package io.weir.gateway.testing;

import io.weir.gateway.remotewrite.RemoteWriteVersion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A series of a request of remote write.
 *
 * @param labels names and values, alternately
 * @param histograms messages of protobuf
 */
public record SentSeries(List<String> labels, List<Sample> samples, List<byte[]> histograms) {

    /** A value and its time. */
    public record Sample(double value, long millis) {
        public Proto proto() {
            return new Proto().number(1, value).integer(2, millis);
        }
    }

    /** A series of one sample; {@code labels} as {@code name=value,name=value}. */
    public static SentSeries of(String labels, double value, long millis) {
        return new SentSeries(List.of(labels.split("[=,]", -1)), List.of(new Sample(value, millis)), List.of());
    }

    public static SentSeries ofHistogram(String labels, Proto histogram) {
        return new SentSeries(List.of(labels.split("[=,]", -1)), List.of(), List.of(histogram.bytes()));
    }

    /** A body of this version, not compressed. */
    public static byte[] body(RemoteWriteVersion version, List<SentSeries> all) {
        return (version == RemoteWriteVersion.V1 ? v1(all) : v2(all)).bytes();
    }

    private static Proto v1(List<SentSeries> all) {
        Proto request = new Proto();
        for (SentSeries sent : all) {
            Proto series = new Proto();
            for (int i = 0; i < sent.labels.size(); i += 2) {
                series.message(1, new Proto().text(1, sent.labels.get(i)).text(2, sent.labels.get(i + 1)));
            }
            sent.samples.forEach(sample -> series.message(2, sample.proto()));
            sent.histograms.forEach(histogram -> series.bytes(4, histogram));
            request.message(1, series);
        }
        // Metadata of a metric.
        return request.message(3, new Proto().integer(1, 1).text(2, "cpu"));
    }

    private static Proto v2(List<SentSeries> all) {
        Set<String> texts = new LinkedHashSet<>(List.of(""));
        all.forEach(sent -> texts.addAll(sent.labels));
        List<String> symbols = new ArrayList<>(texts);
        Proto request = new Proto();
        symbols.forEach(symbol -> request.text(4, symbol));
        for (SentSeries sent : all) {
            Proto series = new Proto();
            series.packed(1, sent.labels.stream().mapToInt(symbols::indexOf).toArray());
            sent.samples.forEach(sample -> series.message(2, sample.proto().integer(3, 5)));
            sent.histograms.forEach(histogram -> series.bytes(3, histogram));
            request.message(5, series.message(5, new Proto().integer(1, 2).integer(3, 0)));
        }
        return request;
    }
}
