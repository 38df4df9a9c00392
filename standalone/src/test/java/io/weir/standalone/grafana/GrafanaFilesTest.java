package io.weir.standalone.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The files of docker/grafana are consistent with each other, with compose.yaml, and with their own
 * descriptions.
 */
class GrafanaFilesTest {
    private static final Path COMPOSE = Path.of("..", "docker", "compose.yaml");

    /** The rules that compose.yaml mounts by default. */
    static final String RULES =
            "--rules=" + Path.of("..", "docs", "examples", "rules.yaml").toAbsolutePath();

    private static final Pattern MACRO = Pattern.compile("\\$(\\w+)");
    private static final Pattern ALIAS_TAG = Pattern.compile("\\$tag_(\\w+)");

    private final String compose = Files.readString(COMPOSE);

    GrafanaFilesTest() throws IOException {}

    @Test
    void everyPanelAsksTheProvisionedDataSourceOfItsDashboard() {
        assertThat(Dashboard.all()).hasSize(5);
        assertThat(Dashboard.of(DataSource.provisioned().uid())).hasSize(4);
        assertThat(Dashboard.of(PrometheusSource.provisioned().uid())).hasSize(1);
        assertThat(Dashboard.all()).allSatisfy(dashboard -> {
            List<String> asked = new ArrayList<>();
            dashboard
                    .json()
                    .findValues("datasource")
                    .forEach(source -> asked.add(source.path("uid").asText()));
            assertThat(new HashSet<>(asked)).as(dashboard.file()).hasSize(1);
            assertThat(dashboard.json().path("uid").asText() + ".json").isEqualTo("weir-" + dashboard.file());
        });
    }

    @Test
    void queriesNameOnlyMacrosThatGrafanaFillsAndAliasesOnlyTagsThatAreGrouped() {
        for (Dashboard dashboard : Dashboard.of(DataSource.provisioned().uid())) {
            Set<String> known = new HashSet<>(dashboard.variables().keySet());
            known.addAll(Set.of("timeFilter", "__interval"));
            assertThat(dashboard.questions()).isNotEmpty().allSatisfy(question -> {
                assertThat(found(MACRO, question.query()))
                        .as(question.toString())
                        .contains("timeFilter")
                        .isSubsetOf(known);
                String grouping = question.query().replaceFirst(".* GROUP BY ", "");
                assertThat(found(ALIAS_TAG, question.alias())).allMatch(tag -> grouping.contains('"' + tag + '"'));
            });
        }
    }

    @Test
    void queriesInPromqlNameOnlyMacrosThatGrafanaFills() {
        for (Dashboard dashboard : Dashboard.of(PrometheusSource.provisioned().uid())) {
            Set<String> known = new HashSet<>(dashboard.variables().keySet());
            known.addAll(Set.of("__interval", "__rate_interval", "__range"));
            assertThat(dashboard.questions()).isNotEmpty().allSatisfy(question -> assertThat(
                            found(MACRO, question.query()))
                    .as(question.toString())
                    .isSubsetOf(known)
                    .containsAll(dashboard.variables().keySet()));
        }
    }

    /** For other functions, Weir reads each sample, and a large farm exceeds the limit of samples. */
    @Test
    void storesComputeTheFunctionsOfTheWholeRange() {
        Pattern ofRange = Pattern.compile("(\\w+)\\([^()]*\\[\\$__range]");
        Set<String> functions = new TreeSet<>();
        Dashboard.of(PrometheusSource.provisioned().uid()).forEach(each -> each.questions()
                .forEach(question -> functions.addAll(found(ofRange, question.query()))));
        assertThat(functions)
                .isNotEmpty()
                .isSubsetOf("avg_over_time", "count_over_time", "max_over_time", "min_over_time", "sum_over_time");
    }

    @Test
    void panelsLieBesideEachOther() {
        for (Dashboard dashboard : Dashboard.all()) {
            Set<String> taken = new HashSet<>();
            for (JsonNode panel : dashboard.json().path("panels")) {
                JsonNode at = panel.path("gridPos");
                assertThat(at.path("x").asInt() + at.path("w").asInt()).isLessThanOrEqualTo(24);
                for (int x = 0; x < at.path("w").asInt(); x++) {
                    for (int y = 0; y < at.path("h").asInt(); y++) {
                        String cell =
                                (at.path("x").asInt() + x) + "/" + (at.path("y").asInt() + y);
                        assertThat(taken.add(cell))
                                .as(dashboard.file() + ": "
                                        + panel.path("title").asText() + " at " + cell)
                                .isTrue();
                    }
                }
            }
        }
    }

    @Test
    void composeMountsWhatIsHereWhereItIsLookedFor() throws IOException {
        String provider =
                Files.readString(Path.of("..", "docker", "grafana", "provisioning", "dashboards", "weir.yaml"));

        assertThat(provider).contains("path: /etc/grafana/dashboards");
        assertThat(compose)
                .contains("./grafana/dashboards:/etc/grafana/dashboards:ro")
                .contains("./grafana/provisioning:/etc/grafana/provisioning:ro")
                .contains("../docs/examples/rules.yaml")
                .contains("WEIR_WRITER_ANNOTATIONS: alarms");
    }

    @Test
    void eitherStoreIsFoundByTheNameThatTheDataSourceHas() {
        String host = DataSource.provisioned().url().getHost();

        assertThat(compose.split("aliases: \\[" + host + "]", -1)).hasSize(3);
        assertThat(compose)
                .contains("DOCKER_INFLUXDB_INIT_BUCKET: "
                        + DataSource.provisioned().database());
        assertThat(DataSource.provisioned().header().getValue()).isEqualTo("Token $WEIR_STORE_TOKEN");
    }

    @Test
    void theSourceOfPromqlIsTheDashboardOfCompose() {
        URI url = PrometheusSource.provisioned().url();

        assertThat(compose).contains("\n  " + url.getHost() + ":\n", "DASHBOARD_PORT:-8080}:" + url.getPort() + '"');
    }

    private static Set<String> found(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        pattern.matcher(text).results().map(GrafanaFilesTest::name).forEach(found::add);
        return found;
    }

    private static String name(MatchResult match) {
        return match.group(1);
    }
}
