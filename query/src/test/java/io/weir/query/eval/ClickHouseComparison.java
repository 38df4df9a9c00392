package io.weir.query.eval;

import io.weir.query.clickhouse.WrittenClickHouse;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesStore;
import io.weir.writer.testing.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A real ClickHouse with rows that were written again, which it has not merged. */
abstract class ClickHouseComparison extends StoreComparison {
    private static final Pattern VALUE = Pattern.compile("=([-0-9.E]+)(i?)(?=[, ])");

    private final Supplier<ServerProcess> servers;
    private @Nullable WrittenClickHouse running;

    ClickHouseComparison(Supplier<ServerProcess> servers, int queries) {
        super(queries);
        this.servers = servers;
    }

    @Override
    SeriesStore start(Path directory, List<Series> series, Random random) {
        WrittenClickHouse store = new WrittenClickHouse(servers.get());
        running = store;
        String lines = SampleLines.of(series, random);
        store.write(lines.lines()
                .filter(line -> random.nextInt(5) == 0)
                .map(ClickHouseComparison::outdated)
                .collect(Collectors.joining("\n", "", "\n")));
        store.write(lines);
        return store.series();
    }

    /** The same line with other numbers. */
    private static String outdated(String line) {
        int fields = line.indexOf(' ');
        return line.substring(0, fields) + VALUE.matcher(line.substring(fields)).replaceAll("=-12345$2");
    }

    @Override
    void end() {
        if (running != null) {
            running.close();
        }
    }
}
