package io.weir.writer.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A series of a request of remote write, read field by field. Fails where the request does not do
 * what the specification demands of senders.
 *
 * @param labels as {@code name=value|name=value}
 * @param samples values by milliseconds
 */
public record DecodedSeries(String labels, SortedMap<Long, Double> samples) {
    private static final int GAUGE = 2;

    /** The series of a {@code prometheus.WriteRequest}. */
    public static List<DecodedSeries> ofVersion1(byte[] bytes, int length) throws IOException {
        List<DecodedSeries> all = new ArrayList<>();
        CodedInputStream in = CodedInputStream.newInstance(bytes, 0, length);
        while (!in.isAtEnd()) {
            assertThat(field(in)).isEqualTo(1);
            CodedInputStream series = in.readBytes().newCodedInput();
            List<String> texts = new ArrayList<>();
            SortedMap<Long, Double> samples = new TreeMap<>();
            while (!series.isAtEnd()) {
                int field = field(series);
                CodedInputStream part = series.readBytes().newCodedInput();
                if (field == 1) {
                    assertThat(field(part)).isEqualTo(1);
                    texts.add(part.readString());
                    assertThat(field(part)).isEqualTo(2);
                    texts.add(part.readString());
                } else {
                    sample(part, samples);
                }
            }
            all.add(new DecodedSeries(labels(texts), samples));
        }
        return all;
    }

    /** The series of an {@code io.prometheus.write.v2.Request}. */
    public static List<DecodedSeries> ofVersion2(byte[] bytes, int length) throws IOException {
        List<DecodedSeries> all = new ArrayList<>();
        List<String> symbols = new ArrayList<>();
        CodedInputStream in = CodedInputStream.newInstance(bytes, 0, length);
        while (!in.isAtEnd()) {
            if (field(in) == 4) {
                symbols.add(in.readString());
            } else {
                all.add(series(in.readBytes().newCodedInput(), symbols));
            }
        }
        assertThat(symbols).startsWith("").doesNotHaveDuplicates();
        return all;
    }

    private static DecodedSeries series(CodedInputStream series, List<String> symbols) throws IOException {
        List<String> texts = new ArrayList<>();
        SortedMap<Long, Double> samples = new TreeMap<>();
        boolean hasMetadata = false;
        while (!series.isAtEnd()) {
            int field = field(series);
            CodedInputStream part = series.readBytes().newCodedInput();
            if (field == 1) {
                while (!part.isAtEnd()) {
                    texts.add(symbols.get(part.readUInt32()));
                }
            } else if (field == 2) {
                sample(part, samples);
            } else {
                assertThat(field).isEqualTo(5);
                assertThat(field(part)).isEqualTo(1);
                assertThat(part.readEnum()).isEqualTo(GAUGE);
                hasMetadata = true;
            }
        }
        assertThat(hasMetadata).isTrue();
        return new DecodedSeries(labels(texts), samples);
    }

    private static void sample(CodedInputStream part, SortedMap<Long, Double> samples) throws IOException {
        assertThat(field(part)).isEqualTo(1);
        double value = part.readDouble();
        assertThat(field(part)).isEqualTo(2);
        long millis = part.readInt64();
        assertThat(part.isAtEnd()).isTrue();
        assertThat(samples.isEmpty() || millis > samples.lastKey()).isTrue();
        samples.put(millis, value);
    }

    private static String labels(List<String> texts) {
        List<String> labels = new ArrayList<>();
        String last = "";
        for (int i = 0; i < texts.size(); i += 2) {
            assertThat(texts.get(i)).isGreaterThan(last);
            assertThat(texts.get(i + 1)).isNotEmpty();
            last = texts.get(i);
            labels.add(last + "=" + texts.get(i + 1));
        }
        return String.join("|", labels);
    }

    private static int field(CodedInputStream in) throws IOException {
        return WireFormat.getTagFieldNumber(in.readTag());
    }
}
