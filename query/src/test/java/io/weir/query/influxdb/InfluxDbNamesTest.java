package io.weir.query.influxdb;

import static java.util.stream.Collectors.joining;

import io.weir.query.eval.SampleLines;
import io.weir.query.series.SeriesStore;
import io.weir.query.store.StoreNames;
import io.weir.writer.testing.InfluxDbProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

class InfluxDbNamesTest extends StoreNames {
    private @Nullable InfluxDbProcess running;

    @Override
    protected List<String> ownValues() {
        return List.of("a\rb", "x' OR 'x'='x", "x\\ny", "'; DROP MEASUREMENT victim; --", "/x.*/");
    }

    /** Some are names in InfluxQL, and {@code le} is the name of a tag, too. */
    @Override
    protected List<String> ownNames() {
        return List.of(
                "quo\"te",
                "back\\slash",
                "a\\nb",
                "it's",
                "a/b",
                "a.b",
                "$x",
                "a,b=c",
                "_field",
                "_x",
                "*",
                "/.*/",
                "le",
                "x\"; DROP MEASUREMENT victim; --");
    }

    @Override
    protected List<String> ownTags() {
        return List.of("quo\"te", "back\\slash", "a,b=c", "_name", "_tagKey", "_measurement", "::tag", "*");
    }

    @Override
    protected SeriesStore start(
            Path directory, List<String> values, List<String> measurements, List<String> fields, List<String> tags)
            throws Exception {
        InfluxDbProcess server = InfluxDbProcess.start(Map.of());
        running = server;
        server.series("CREATE DATABASE metrics");
        List<String> lines = lines(measurements, fields, tags);
        for (int i = 0; i < values.size(); i++) {
            lines.add("hostile,host=" + escaped(values.get(i)) + " value=" + i);
        }
        String http = "http://" + server.address();
        SampleLines.write(
                http + "/write?precision=ms&db=metrics",
                lines.stream().map(line -> line + " " + TIME).collect(joining("\n")));
        return InfluxDbSeries.ofDatabase(http, "metrics", Optional.empty());
    }

    @Override
    protected void end() {
        if (running != null) {
            running.close();
        }
    }

    @Override
    protected boolean computesSeveralRanges() {
        return false;
    }
}
