package io.weir.query.influxdb;

import io.weir.query.eval.SampleLines;
import io.weir.query.store.StoreWindows;
import io.weir.writer.testing.InfluxDbProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

class InfluxDbValuesTest extends StoreWindows<InfluxDbSeries> {
    private @Nullable InfluxDbProcess running;

    @Override
    protected InfluxDbSeries start(Path directory, String lines) throws Exception {
        InfluxDbProcess server = InfluxDbProcess.start(Map.of());
        running = server;
        server.series("CREATE DATABASE metrics");
        String http = "http://" + server.address();
        SampleLines.write(http + "/write?precision=n&db=metrics", lines);
        return InfluxDbSeries.ofDatabase(http, "metrics", Optional.empty());
    }

    @Override
    protected boolean answersBySeries() {
        return true;
    }

    @Override
    protected boolean hasLast(Value value) {
        return isText(value) || isFlag(value);
    }

    /** The usual interval is the median of those between the values in the nine latest rows. */
    @Override
    protected String last(List<Value> values, List<Value> ofSeries) {
        long[] rows = ofSeries.stream().mapToLong(Value::nanos).distinct().toArray();
        long first = rows[Math.max(0, rows.length - 9)];
        long[] times = values.stream()
                .filter(each -> each.nanos() >= first)
                .mapToLong(StoreWindows::millis)
                .toArray();
        if (times.length == 0) {
            return "";
        }
        long[] intervals = IntStream.range(1, times.length)
                .mapToLong(i -> times[i] - times[i - 1])
                .sorted()
                .toArray();
        Value last = values.get(values.size() - 1);
        long period = intervals.length == 0 ? 0 : intervals[intervals.length / 2];
        return number(last) + " " + millis(last) + " " + period;
    }

    @Override
    protected void end() {
        if (running != null) {
            running.close();
        }
    }
}
