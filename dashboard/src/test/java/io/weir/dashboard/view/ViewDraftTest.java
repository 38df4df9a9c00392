package io.weir.dashboard.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.contract.config.MistakesException;
import io.weir.dashboard.view.ViewDraft.Draft;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ViewDraftTest {
    private static final String TEXT = """
            # Of a rack.
            title: Rack   # shown
            span: 15m
            panels:
              # The first one.
              - title: Processors   # busy
                metrics: ["cpu usage_user", "cpu usage_system"]
                unit: "%"

              # The last one.
              - {title: Memory, kind: gauge, metrics: mem used_percent, max: 100, minor: {above: 80.5}}
              - {title: Load, metrics: system load1}
            # The end.
            """;

    private final Path directory;

    ViewDraftTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void unchangedPanelsKeepTheirLinesAndComments() throws Exception {
        View view = view(TEXT);
        ViewDraft same = ViewDraft.of(view, Map.of("title", "Rack"), drafts(view, 0, 1, 2));
        assertThat(same.yaml()).isEqualTo(TEXT);
        assertThat(same.diff()).isEmpty();

        ViewDraft moved = ViewDraft.of(view, Map.of("title", "Rack"), drafts(view, 1, 0));
        assertThat(moved.yaml()).isEqualTo("""
                # Of a rack.
                title: Rack   # shown
                span: 15m
                panels:

                  # The last one.
                  - {title: Memory, kind: gauge, metrics: mem used_percent, max: 100, minor: {above: 80.5}}
                  # The first one.
                  - title: Processors   # busy
                    metrics: ["cpu usage_user", "cpu usage_system"]
                    unit: "%"
                # The end.
                """);
        assertPatched(TEXT, moved);
    }

    @Test
    void changedAndNewPanelsAreWrittenInOneLine() throws Exception {
        View view = view(TEXT);
        List<Draft> panels = drafts(view, 0, 1, 2);
        panels.get(1).keys().put("title", "Memory: \"used\", 50 %");
        panels.get(1).keys().put("wide", true);
        panels.add(new Draft(Optional.empty(), Map.of("title", "#1", "metrics", List.of("cpu,a=b c"), "rate", false)));
        ViewDraft draft = ViewDraft.of(view, Map.of("title", "yes"), panels);
        assertThat(draft.yaml())
                .isEqualTo(TEXT.replace("title: Rack   # shown", "title: yes")
                        .replace(
                                "{title: Memory, kind: gauge, metrics: mem used_percent, max: 100, minor: {above: 80.5}}",
                                "{title: 'Memory: \"used\", 50 %', kind: gauge, metrics: mem used_percent, max: 100, minor: {above: 80.5}, wide: true}")
                        .replace("# The end.", "  - {title: '#1', metrics: 'cpu,a=b c'}\n# The end."));
        assertThat(draft.diff())
                .contains("--- a/rack.yaml", "+++ b/rack.yaml", "-title: Rack   # shown", "+title: yes");
        assertPatched(TEXT, draft);
    }

    @Test
    void filesInAnotherFormAreWrittenAnew() throws Exception {
        for (String text : List.of(
                "title: A\npanels: [{title: x, metrics: cpu}, {title: y, metrics: mem}]",
                "{title: A, panels: [{title: x, metrics: cpu}, {title: y, metrics: mem}]}\n",
                "panels:\n  -\n    title: x\n    metrics: cpu\n  - {title: y, metrics: mem}\ntitle: A\n",
                "title: A\npanels:\n- title: x\n  metrics:\n  - cpu\n- title: y\n  metrics:\n  - mem\nspan: 5m")) {
            View view = view(text);
            ViewDraft draft = ViewDraft.of(view, Map.of("title", "B"), drafts(view, 1, 0));
            View after = view(draft.yaml());
            assertThat(after.title()).isEqualTo("B");
            assertThat(after.panels()).extracting(Panel::title).containsExactly("y", "x");
            assertPatched(text, draft);
        }
    }

    @Test
    void commentsStayWhateverFormTheKeysHave() throws Exception {
        for (String text : List.of(
                TEXT.replace("\n", "\r\n"),
                TEXT.replace("title: Rack", "\"title\": Rack"),
                TEXT.replace("panels:", "panels : # all"),
                TEXT.replace("panels:", "'panels':"),
                TEXT.replace("title: Rack   # shown\n", "") + "title: Rack\n")) {
            View view = view(text);
            List<Draft> panels = drafts(view, 1, 0, 2);
            panels.get(2).keys().put("title", "Other");
            ViewDraft draft = ViewDraft.of(view, Map.of("title", "New"), panels);
            assertThat(draft.isRewritten()).as(text).isFalse();
            assertThat(draft.yaml()).contains("title: New", "# Of a rack.", "# The first one.", "# busy", "# The end.");
            assertThat(draft.yaml().replace("\r\n", "").contains("\n")).as(text).isEqualTo(!text.contains("\r"));
            assertThat(view(draft.yaml()).panels())
                    .extracting(Panel::title)
                    .containsExactly("Memory", "Processors", "Other");
            assertPatched(text, draft);
        }
    }

    @Test
    void aFileThatIsWrittenAnewIsReported() throws Exception {
        String text = "# Lost.\ntitle: A\npanels: [{title: x, metrics: cpu}]\n";
        View view = view(text);
        ViewDraft draft = ViewDraft.of(view, Map.of("title", "B"), drafts(view, 0));
        assertThat(draft.isRewritten()).isTrue();
        assertThat(draft.yaml()).doesNotContain("Lost");
        assertPatched(text, draft);
    }

    @Test
    void aVariableEndsWithTheLastPanelThatUsesIt() throws Exception {
        View view = view("""
                title: Rack
                variables:
                  host: {tag: hostname, all: true}
                  rack: {tag: rack, all: true}
                panels:
                  - {title: Load, metrics: "cpu,hostname=$host load"}
                  - {title: Of $rack, metrics: fan rpm}
                  - {title: Fans, metrics: [fan rpm, fan volts]}
                """);
        View one = view(
                ViewDraft.of(view, Map.of("title", "Rack"), drafts(view, 1, 2)).yaml());
        assertThat(one.variables()).extracting(Variable::name).containsExactly("rack");
        ViewDraft draft = ViewDraft.of(view, Map.of("title", "Rack"), drafts(view, 2));
        assertThat(draft.diff()).contains("-  rack: {tag: rack, all: true}");
        assertThat(view(draft.yaml()).variables()).isEmpty();
    }

    @Test
    void theTimeRangeKeepsTheOtherLines() throws Exception {
        View view = view(TEXT);
        ViewDraft longer = ViewDraft.of(view, Map.of("span", "1h"), drafts(view, 0, 1, 2));
        assertThat(longer.yaml()).isEqualTo(TEXT.replace("span: 15m", "span: 1h"));
        assertPatched(TEXT, longer);
        // The default needs no line.
        ViewDraft standard = ViewDraft.of(view, Map.of("span", "5m"), drafts(view, 0, 1, 2));
        assertThat(standard.yaml()).isEqualTo(TEXT.replace("span: 15m\n", ""));
        assertPatched(TEXT, standard);
        for (String text : List.of(
                TEXT.replace("span: 15m\n", ""),
                TEXT.replace("span: 15m\n", "").replace("\n", "\r\n"),
                TEXT.replace("span: 15m\n", "") + "'span' : 6h",
                "title: A\npanels: [{title: x, metrics: cpu}]")) {
            View without = view(text);
            ViewDraft draft = ViewDraft.of(without, Map.of("span", "1h", "title", "B"), drafts(without, 0));
            View after = view(draft.yaml());
            assertThat(after.span()).as(text).isEqualTo(Duration.ofHours(1));
            assertThat(after.title()).as(text).isEqualTo("B");
            assertThat(draft.isRewritten()).as(text).isEqualTo(!text.startsWith("#"));
            assertPatched(text, draft);
        }
    }

    @Test
    void aboutChooseAndVariablesKeepTheOtherLines() throws Exception {
        String text = """
                # Of a rack.
                title: Rack
                about: Old.
                choose: rack
                variables:
                  # All hosts.
                  host: {tag: hostname, all: true}
                  rack:
                    tag: rack
                    default: A
                # Below.
                panels:
                  # The first one.
                  - {title: Load of $rack, metrics: "cpu,hostname=$host load"}
                """;
        String end = text.substring(text.indexOf("# Below."));
        View view = view(text);
        Map<String, Object> host = Map.of("tag", "host", "all", true);
        ViewDraft changed = ViewDraft.of(
                view,
                Map.of(
                        "about",
                        "#1: new",
                        "choose",
                        "hostname",
                        "variables",
                        new TreeMap<>(Map.of("host", host, "rack", Map.of("tag", "r", "all", true)))),
                drafts(view, 0));
        assertThat(changed.isRewritten()).isFalse();
        assertThat(changed.yaml()).isEqualTo("""
                # Of a rack.
                title: Rack
                about: '#1: new'
                choose: hostname
                variables:
                  host: {tag: host, all: true}
                  rack: {tag: r, all: true}
                """ + end);
        assertPatched(text, changed);

        List<Draft> panels = drafts(view, 0);
        panels.get(0).keys().put("title", "Load");
        panels.get(0).keys().put("metrics", "cpu load");
        ViewDraft without = ViewDraft.of(view, Map.of("about", "", "choose", "", "variables", Map.of()), panels);
        assertThat(without.yaml())
                .isEqualTo(
                        "# Of a rack.\ntitle: Rack\n# Below.\npanels:\n  # The first one.\n  - {title: Load, metrics: cpu load}\n");
        assertPatched(text, without);

        View plain = view("title: A\n# Kept.\npanels:\n  - {title: $host, metrics: cpu}\n".replace("$host", "x"));
        List<Draft> named = drafts(plain, 0);
        named.get(0).keys().put("title", "x of $host");
        assertThat(ViewDraft.of(plain, Map.of("about", "b", "variables", Map.of("host", host)), named)
                        .yaml())
                .isEqualTo(
                        "title: A\n# Kept.\nabout: b\nvariables:\n  host: {tag: host, all: true}\npanels:\n  - {title: x of $host, metrics: cpu}\n");
        assertThatThrownBy(() -> ViewDraft.of(plain, Map.of("variables", Map.of("host", host)), drafts(plain, 0)))
                .hasMessageContaining("has host, which no panel uses");
    }

    @Test
    void aTextOfSeveralLinesIsReplaced() throws Exception {
        for (String about : List.of(
                "about: >\n  Of a rack,\n  and more.\n",
                "about: Of a rack,\n  and more.\n",
                "about: |\n  Of a rack,\n\n  and more.\n")) {
            String text = TEXT.replace("panels:", about + "panels:");
            View view = view(text);
            ViewDraft draft = ViewDraft.of(view, Map.of("about", "Short."), drafts(view, 0, 1, 2));
            assertThat(view(draft.yaml()).about()).as(about).contains("Short.");
            assertPatched(text, draft);
            ViewDraft other = ViewDraft.of(view, Map.of("title", "Other"), drafts(view, 0, 1, 2));
            assertThat(other.yaml()).as(about).isEqualTo(text.replace("Rack   # shown", "Other"));
        }
    }

    @Test
    void aViewWithoutAFileGetsANewOne() throws Exception {
        View view = view(TEXT.replace("title: Rack", "about: 'Of #1'\ntitle: Rack"));
        Map<String, Object> keys = new LinkedHashMap<>(ViewMap.of(view));
        keys.put("variables", Map.of("host", Map.of("tag", "hostname", "all", true)));
        ViewDraft draft = ViewDraft.ofNew("rack", keys);
        Path tree = Files.createDirectories(directory.resolve("empty"));
        assertApplied(tree, draft);
        View after = ViewFiles.in(tree).get(0);
        // No panel uses the variable.
        keys.remove("variables");
        assertThat(ViewMap.of(after)).isEqualTo(keys);
        assertThat(draft.isRewritten()).isTrue();

        keys.put("panels", List.of());
        assertThatThrownBy(() -> ViewDraft.ofNew("rack", keys)).hasMessageContaining("rack.yaml: panels");
    }

    @Test
    void aLongFileIsRefused() throws IOException {
        View view = view(TEXT.replace("# The first one.", "# The first one.\n" + "  #\n".repeat(2_000)));
        assertThatThrownBy(() -> ViewDraft.of(view, Map.of("title", "Rack"), drafts(view, 0)))
                .hasMessageContaining("rack.yaml: has more than 2000 lines");
    }

    @Test
    void allMistakesAreReported() throws IOException {
        View view = view(TEXT);
        List<Draft> panels = drafts(view, 0, 1);
        panels.get(0).keys().put("title", " ");
        panels.get(1).keys().remove("max");
        panels.get(1).keys().put("colour", "red");
        panels.add(new Draft(Optional.empty(), Map.of("title", "New", "metrics", "cpu,x")));
        MistakesException wrong = catchThrowableOfType(
                MistakesException.class, () -> ViewDraft.of(view, Map.of("title", "Rack"), panels));
        assertThat(wrong.mistakes())
                .extracting(Object::toString)
                .satisfiesExactlyInAnyOrder(
                        one -> assertThat(one).startsWith("rack.yaml: panels[0].title: must not be empty"),
                        one -> assertThat(one).startsWith("rack.yaml: panels[1].max: is missing"),
                        one -> assertThat(one).startsWith("rack.yaml: panels[1].colour: is not a known key"),
                        one -> assertThat(one).startsWith("rack.yaml: panels[2].metrics: series 'cpu,x'"));
    }

    /** The oracle: the draft's file has the proposed panels, and git gets this file by applying the diff. */
    @Test
    void anyDraftIsReadAgainAsProposed() throws Exception {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        String letters = "a Z:#-{}[],'\"%&*!|>\\?@`\u00e9\u4e2d0\t";
        for (int round = 0; round < 30; round++) {
            View view = view(TEXT);
            List<Draft> panels = drafts(view, 0, 1, 2);
            Collections.shuffle(panels, random);
            panels.subList(random.nextInt(3) + 1, 3).clear();
            StringBuilder title = new StringBuilder("t");
            for (int i = random.nextInt(12); i >= 0; i--) {
                title.append(letters.charAt(random.nextInt(letters.length())));
            }
            if (random.nextBoolean()) {
                panels.get(0).keys().put("title", title.toString());
            }
            ViewDraft draft = ViewDraft.of(view, Map.of("title", title.toString()), panels);
            View after = view(draft.yaml());
            String as = "seed " + seed + ", title '" + title + "'";
            assertThat(after.title()).as(as).isEqualTo(title.toString());
            assertThat(after.panels().stream().map(ViewMap::of).toList())
                    .as(as)
                    .isEqualTo(view(TEXT.substring(0, TEXT.indexOf("panels:")) + "panels: "
                                    + io.weir.contract.config.YamlText.flow(
                                            panels.stream().map(Draft::keys).toList()))
                            .panels()
                            .stream()
                            .map(ViewMap::of)
                            .toList());
            assertPatched(TEXT, draft);
        }
    }

    private View view(String text) throws IOException {
        Path views = Files.createDirectories(directory.resolve("views"));
        Files.writeString(views.resolve("rack.yaml"), text);
        return ViewFiles.in(views).get(0);
    }

    private static List<Draft> drafts(View view, int... indices) {
        List<Draft> drafts = new ArrayList<>();
        for (int index : indices) {
            drafts.add(new Draft(
                    Optional.of(index),
                    new LinkedHashMap<>(ViewMap.of(view.panels().get(index)))));
        }
        return drafts;
    }

    private void assertPatched(String before, ViewDraft draft) throws IOException, InterruptedException {
        if (draft.diff().isEmpty()) {
            assertThat(draft.yaml()).isEqualTo(before);
            return;
        }
        Path tree = Files.createDirectories(directory.resolve("tree"));
        Files.writeString(tree.resolve("rack.yaml"), before);
        assertApplied(tree, draft);
    }

    /** Git gets the file by applying the diff. */
    private void assertApplied(Path tree, ViewDraft draft) throws IOException, InterruptedException {
        Path diff = Files.writeString(directory.resolve("draft.diff"), draft.diff());
        Process git = new ProcessBuilder("git", "apply", "--whitespace=nowarn", diff.toString())
                .directory(tree.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(git.getInputStream().readAllBytes(), UTF_8);
        assertThat(git.waitFor()).as(said + draft.diff()).isZero();
        assertThat(Files.readString(tree.resolve("rack.yaml"))).isEqualTo(draft.yaml());
    }
}
