package io.weir.standalone.grafana;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A dashboard from its file.
 *
 * @param variables the query of each variable
 * @param questions the queries of all its panels and annotations
 */
record Dashboard(String file, JsonNode json, Map<String, String> variables, List<Question> questions) {
    static final Path FOLDER = Path.of("..", "docker", "grafana", "dashboards");
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A query in InfluxQL or PromQL with Grafana's macros.
     *
     * @param of the panel's title, or the annotation's name
     * @param alias empty if it has none
     * @param isInstant whether a query in PromQL asks for the values at the end of the range only
     */
    record Question(String dashboard, String of, String query, String alias, boolean isInstant) {
        @Override
        public String toString() {
            return dashboard + ", " + of + ": " + query;
        }
    }

    /** All dashboards. */
    static List<Dashboard> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().map(Dashboard::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The dashboards that query this data source. */
    static List<Dashboard> of(String uid) {
        return all().stream()
                .filter(each -> each.json().findValues("datasource").stream()
                        .anyMatch(source -> source.path("uid").asText().equals(uid)))
                .toList();
    }

    private static Dashboard read(Path path) {
        try {
            JsonNode json = JSON.readTree(path.toFile());
            String file = path.getFileName().toString();
            Map<String, String> variables = new LinkedHashMap<>();
            json.at("/templating/list")
                    .forEach(each -> variables.put(
                            each.path("name").asText(), each.path("query").asText()));
            List<Question> questions = new ArrayList<>();
            json.at("/annotations/list")
                    .forEach(each ->
                            questions.add(question(file, each.path("name").asText(), each.path("target"))));
            json.path("panels").forEach(panel -> panel.path("targets")
                    .forEach(target ->
                            questions.add(question(file, panel.path("title").asText(), target))));
            return new Dashboard(file, json, variables, questions);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Question question(String file, String of, JsonNode target) {
        return new Question(
                file,
                of,
                target.path(target.has("expr") ? "expr" : "query").asText(),
                target.path("alias").asText(),
                target.path("instant").asBoolean());
    }
}
