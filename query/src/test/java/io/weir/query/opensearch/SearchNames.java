package io.weir.query.opensearch;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.query.series.SeriesStore;
import io.weir.query.store.StoreNames;
import io.weir.writer.testing.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A real OpenSearch or Elasticsearch. */
abstract class SearchNames extends StoreNames {
    private final Supplier<ServerProcess> servers;
    private @Nullable WrittenSearch running;

    SearchNames(Supplier<ServerProcess> servers) {
        this.servers = servers;
    }

    @Override
    protected List<String> ownValues() {
        return List.of(
                "\\", "\\'", "a\\", "a\nb\rc", "\"}}}", "\u007f", "a\u2028b", "(a|b)", "a*", "?", "<1-9>", "@", "null");
    }

    /** Some are names that searches and mappings have themselves. */
    @Override
    protected List<String> ownNames() {
        return List.of(
                "quo\"te",
                "it's",
                "back\\slash",
                "a.b",
                "a.c.d",
                "a/b",
                "$x",
                "{x:y}",
                "Größe",
                "value",
                "fields",
                "properties.properties",
                "type",
                "text",
                "keyword",
                "_id",
                "f0",
                "\"},\"aggs\":{\"x");
    }

    @Override
    protected List<String> ownTags() {
        return List.of(
                "quo\"te-tag", "back\\slash-tag", "a.tag", "a.t.ag", "t0", "t*", "_index", "@timestamp", "w", "value");
    }

    @Override
    protected SeriesStore start(
            Path directory, List<String> values, List<String> measurements, List<String> fields, List<String> tags)
            throws Exception {
        WrittenSearch store = new WrittenSearch(servers.get());
        running = store;
        long nanos = TimeUnit.MILLISECONDS.toNanos(TIME);
        List<String> lines = lines(measurements, fields, tags);
        lines.add("hostile,host=first value=-1");
        store.write(lines.stream().map(line -> line + " " + nanos + "\n").collect(joining()));
        // No line can have some of the values.
        for (int i = 0; i < values.size(); i++) {
            Map<String, ?> document = Map.of(
                    "@timestamp",
                    "2023-11-14T22:13:20Z",
                    "measurement",
                    "hostile",
                    "tags",
                    Map.of("host", values.get(i)),
                    "fields",
                    Map.of("value", (double) i));
            store.server()
                    .put(
                            "/" + WrittenSearch.PREFIX + "-hostile-2023.11.14/_doc/" + i,
                            new ObjectMapper().writeValueAsString(document));
        }
        store.refresh();
        return store.series();
    }

    @Override
    protected void end() {
        if (running != null) {
            running.close();
        }
    }
}
