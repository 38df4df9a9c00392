package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSource;
import io.weir.contract.line.Series;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {
    private static final StoreUrl INFLUXDB = StoreCatalog.BUILT_IN.parse("influxdb1://db/metrics");
    private static final String ROUTES = """
            routes:
              - {measurement: "debug*", skip: true}
              - {measurement: [cpu, mem], to: farm/raw}
              - {measurement: "net*", to: farm/raw, as: "{measurement}.{host}"}
              - {measurement: "link", as: "{detector} of {measurement}"}
              - {measurement: "*", to: rest}
            """;

    @Test
    void appliesTheFirstMatchingRoute() {
        Map<String, List<String>> split = split(ROUTES, """
                debug,host=a v=1 1
                debugging v=1 2
                cpu,host=a v=1 3
                network,host=a v=1 4
                network v=1 5
                link,detector=T\\,P\\=C\\ 1,host=a v="x
                debug v=1 1" 6
                other v=1 7""");

        assertThat(split)
                .isEqualTo(Map.of(
                        "farm/raw", List.of("cpu,host=a v=1 3", "network.a,host=a v=1 4", "network v=1 5"),
                        "", List.of("T\\,P=C\\ 1\\ of\\ link,detector=T\\,P\\=C\\ 1,host=a v=\"x\ndebug v=1 1\" 6"),
                        "rest", List.of("other v=1 7")));
    }

    @Test
    void routesEveryLineOnce() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        Router router = router(ROUTES);
        List<String> names = List.of("debug", "debug2", "cpu", "mem", "a\\ b", "c\\,d", "x", "y");
        for (int round = 0; round < 50; round++) {
            List<String> lines = IntStream.range(0, random.nextInt(1, 200))
                    .mapToObj(i -> names.get(random.nextInt(names.size()))
                            + (random.nextBoolean() ? ",host=h" + random.nextInt(3) : "") + " v=" + i + " " + i)
                    .toList();
            Map<String, List<String>> expected = new TreeMap<>();
            for (String line : lines) {
                String series = line.substring(0, line.indexOf(" v="));
                String measurement = Series.parse(series.getBytes(UTF_8), 0, series.getBytes(UTF_8).length)
                        .measurement();
                String place = measurement.matches("cpu|mem") ? "farm/raw" : "rest";
                if (!measurement.startsWith("debug")) {
                    expected.computeIfAbsent(place, p -> new ArrayList<>()).add(line);
                }
            }

            assertThat(split(router, String.join("\n", lines)))
                    .as("seed %s", seed)
                    .isEqualTo(expected);
        }
    }

    @Test
    void routesMoreMeasurementsThanTheCacheHolds() {
        Router router = router(ROUTES);
        String lines = IntStream.range(0, 20_000)
                .mapToObj(i -> (i % 3 == 0 ? "debug" : "m") + i + " v=1 1")
                .collect(Collectors.joining("\n"));

        for (int round = 0; round < 2; round++) {
            assertThat(split(router, lines).get("rest")).hasSize(13_333);
        }
    }

    @Test
    void passesRecordsUnmodifiedWithoutRoutes() {
        assertThat(split("{}", "not a line\n\nm v=1 1")).isEqualTo(Map.of("", List.of("not a line\n\nm v=1 1")));
    }

    @Test
    void routesUnreadableLinesToTheStoreItself() {
        assertThat(split(ROUTES, "nonsense\nother v=1 1"))
                .isEqualTo(Map.of("", List.of("nonsense"), "rest", List.of("other v=1 1")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "", "{", "{}", "a{measurement", "}{measurement}", "{a{b}}", "{measurement}\\"})
    void nameThatIsNoneIsRefused(String as) {
        assertThatThrownBy(() -> MeasurementTemplate.parse(as))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("{measurement}");
    }

    @Test
    void placesThatAStoreDoesNotHaveAreRefused() {
        List<Route> routes = routes(ROUTES);
        assertThatThrownBy(() -> new Router(StoreCatalog.BUILT_IN.parse(Stores.EMBEDDED), routes))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("farm/raw");
        assertThatThrownBy(() -> INFLUXDB.at("a/b/c")).isInstanceOf(Refusal.class);
        assertThat(StoreCatalog.BUILT_IN
                        .parse("influxdb2://db/b?org=o")
                        .at("farm/raw")
                        .http())
                .isEqualTo("http://db:8086");
    }

    private static Map<String, List<String>> split(String routes, String batch) {
        return split(router(routes), batch);
    }

    /** Lines by place; the store itself has an empty name. */
    private static Map<String, List<String>> split(Router router, String batch) {
        Map<String, List<String>> places = new TreeMap<>();
        router.split(batch.getBytes(UTF_8), -1, (place, bytes, from, to, count) -> {
            String text = new String(bytes, from, to - from, UTF_8);
            List<String> lines = count < 0 || count == 1 ? List.of(text) : List.of(text.split("\n"));
            assertThat(count).as("lines told").isIn(-1, lines.size());
            String name = router.places().get(place).text().replaceFirst("^[^ ]* ?", "");
            places.computeIfAbsent(name, p -> new ArrayList<>()).addAll(lines);
        });
        return places;
    }

    private static Router router(String routes) {
        return new Router(INFLUXDB, routes(routes));
    }

    private static List<Route> routes(String yaml) {
        return YamlSource.text("writer.yaml", yaml).read(section -> section.sections("routes", Route::read, "routes"));
    }
}
