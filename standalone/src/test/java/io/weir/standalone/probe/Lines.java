package io.weir.standalone.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Reads written lines as a gateway does. */
final class Lines {
    private Lines() {}

    /** A line that a gateway accepts. */
    record Read(Series series, List<String> fields) {}

    /** The lines of a round in which only this collector measures, at time 7. */
    static List<String> of(Collector collector) {
        ProbeLines to = new ProbeLines("h", new TreeMap<>(), 1);
        to.startRound(7);
        collector.collect(to);
        return text(to).lines().toList();
    }

    /** The text of a round; fails unless a gateway accepts every line. */
    static String text(ProbeLines lines) {
        byte[] bytes = lines.round().lines().toBytes();
        assertThat(read(bytes)).hasSize(lines.round().points().size());
        return new String(bytes, UTF_8);
    }

    /** All lines; fails if a gateway would refuse one, or would have to add a timestamp. */
    static List<Read> read(byte[] bytes) {
        List<Read> read = new ArrayList<>();
        LineReader reader = new LineReader();
        reader.wrap(bytes, 0, bytes.length);
        while (reader.next()) {
            assertThat(reader.error()).as(new String(bytes, UTF_8)).isEqualTo(LineError.NONE);
            assertThat(reader.hasTimestamp()).isTrue();
            List<String> fields = new ArrayList<>();
            for (int i = 0; i < reader.fieldCount(); i++) {
                int from = reader.fieldKeyStart(i);
                fields.add(new String(bytes, from, reader.fieldKeyEnd(i) - from, UTF_8));
            }
            read.add(new Read(Series.parse(bytes, reader.seriesStart(), reader.seriesEnd()), fields));
        }
        return read;
    }
}
