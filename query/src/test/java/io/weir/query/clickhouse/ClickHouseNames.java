package io.weir.query.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.weir.query.series.SeriesStore;
import io.weir.query.store.StoreNames;
import io.weir.writer.testing.ServerProcess;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A ClickHouse of any version. */
abstract class ClickHouseNames extends StoreNames {
    private final Supplier<ServerProcess> servers;
    private @Nullable WrittenClickHouse running;

    ClickHouseNames(Supplier<ServerProcess> servers) {
        this.servers = servers;
    }

    @Override
    protected List<String> ownValues() {
        return List.of(
                "\\", "\\'", "a\\", "\\n", "a\nb\rc", "'; DROP TABLE `met-rics`.victim; --", "{x:String}", "\\N");
    }

    /** Some are names that the statements have themselves, and {@code le} is the name of a tag, too. */
    @Override
    protected List<String> ownNames() {
        return List.of(
                "quo\"te",
                "it's",
                "back\\slash",
                "a.b",
                "a/b",
                "$x",
                "{x:Identifier}",
                "*",
                "value",
                "c",
                "c0",
                "c2",
                "c_0",
                "count(le)",
                "count(`le`)",
                "toUnixTimestamp64Nano(timestamp)",
                "x FORMAT Null",
                "`met-rics`.`victim`",
                "x`; DROP TABLE `met-rics`.victim; --");
    }

    @Override
    protected List<String> ownTags() {
        return List.of("quo\"te-tag", "back\\slash-tag", "x`tag", "c1", "c_", "a.tag", "_part", "count(value)");
    }

    @Override
    protected SeriesStore start(
            Path directory, List<String> values, List<String> measurements, List<String> fields, List<String> tags) {
        WrittenClickHouse store = new WrittenClickHouse(servers.get());
        running = store;
        long nanos = TimeUnit.MILLISECONDS.toNanos(TIME);
        List<String> lines = lines(
                measurements,
                fields.stream().filter(field -> !tags.contains(field)).toList(),
                tags);
        lines.add("hostile,host=first value=-1");
        store.write(lines.stream().map(line -> line + " " + nanos + "\n").collect(joining()));
        // No line can have some of the values.
        for (int i = 0; i < values.size(); i++) {
            String hex = HexFormat.of().formatHex(values.get(i).getBytes(UTF_8));
            store.execute("INSERT INTO DB.hostile (timestamp, host, value) SELECT timestamp, unhex('" + hex + "'), " + i
                    + " FROM DB.hostile WHERE host = 'first'");
        }
        return store.series();
    }

    @Override
    protected void end() {
        if (running != null) {
            running.close();
        }
    }
}
