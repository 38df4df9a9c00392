package io.weir.dashboard.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.contract.config.MistakesException;
import io.weir.dashboard.api.ViewsApi;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ViewFilesTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern YAML = Pattern.compile("^```yaml\\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);

    private Path directory;

    ViewFilesTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void includedAndDocumentedViewsAreValid() throws IOException {
        assertThat(ViewFiles.standard()).extracting(View::name).containsExactly("host", "weir");
        assertThat(ViewFiles.in(DOCS.resolve("examples/views")))
                .extracting(View::name)
                .containsExactly("detector", "farm");
        Matcher shown = YAML.matcher(Files.readString(DOCS.resolve("dashboard.md")));
        assertThat(shown.find()).isTrue();
        write("rack.yaml", shown.group(1));
        assertThat(ViewFiles.in(directory)).extracting(View::name).containsExactly("rack");
        assertThat(shown.find()).isTrue();
        assertThat(Files.readString(DOCS.resolve("examples/views/detector.yaml")))
                .isEqualTo(shown.group(1));
    }

    @Test
    void apiReturnsAllKeysOfAFile() throws Exception {
        write("b.yaml", "title: B\npanels: [{title: Load, metrics: system load1, wide: true}]");
        write("a.yaml", """
                title: A
                about: all keys
                span: 15m
                choose: hostname
                variables:
                  host: {tag: hostname, all: true}
                  detector: {measurement: cpu, tag: detector, default: TPC}
                panels:
                  - {title: $host P, kind: gauge, metrics: ["cpu,cpu=$detector u", mem u], unit: "%", max: 9, minor: {below: 3}, major: {below: 1.5}, rate: true, columns: 3, top: 5, top-by: mean}
                """);
        write("README.md", "no view");
        assertThat(asked().replaceAll("'version':'[0-9a-f-]{36}',", ""))
                .isEqualTo(
                        "{'views':[{'name':'a','title':'A','about':'all keys','span':'15m','spanMillis':900000,'choose':'hostname',"
                                + "'variables':[{'name':'detector','measurement':'cpu','tag':'detector','default':'TPC','all':false},{'name':'host','tag':'hostname','all':true}],"
                                + "'panels':[{'title':'$host P','kind':'gauge','metrics':['cpu,cpu=$detector u','mem u'],'unit':'%','min':0.0,'max':9.0,"
                                + "'minor':{'below':3.0},'major':{'below':1.5},'rate':true,'columns':3,'wide':false,'top':5,'top-by':'mean'}]},"
                                + "{'name':'b','title':'B','span':'5m','spanMillis':300000,'variables':[],'panels':[{'title':'Load','kind':'plot',"
                                + "'metrics':['system load1'],'rate':false,'columns':1,'wide':true}]}],'mistakes':[]}");
    }

    @Test
    void reloadsChangedFilesUnlessTheyHaveMistakes() throws IOException {
        write("a.yaml", "title: A\npanels: [{title: Load, metrics: system load1}]");
        ViewShelf shelf = new ViewShelf(Optional.of(directory));
        write("b.yaml", "title: B\npanels: [{title: Load, metrics: system load1}]");
        assertThat(shelf.views(10_000).all()).extracting(View::title).containsExactly("A", "B");

        write("a.yaml", "title: Another\npanels: none");
        assertThat(shelf.views(20_000).all()).extracting(View::title).containsExactly("A", "B");
        assertThat(shelf.views(20_000).mistakes()).singleElement().asString().contains("a.yaml:2: panels");
        Files.delete(directory.resolve("a.yaml"));
        assertThat(shelf.views(21_000).mistakes()).isNotEmpty();
        assertThat(shelf.views(30_000).all()).extracting(View::title).containsExactly("B");
        assertThat(shelf.views(30_000).mistakes()).isEmpty();
    }

    @Test
    void reportsAllMistakesWithLinesAndRemedies() throws IOException {
        write("a.yaml", """
                panels:
                  - {title: x, metrics: "cpu,hostname"}
                  - {title: y, kind: guage, metrics: cpu}
                  - {title: y, metrics: cpu, colour: red}
                """);
        write("b.yaml", """
                title: B
                panels:
                  - {title: x, kind: gauge, metrics: cpu}
                  - {title: x, metrics: cpu, min: 5, max: 5}
                  - {title: x, metrics: cpu, minor: {above: 5}, major: {below: 1}}
                  - {title: x, metrics: cpu, minor: {}}
                  - {title: x, metrics: cpu, wide: true, columns: 2}
                  - {title: x, metrics: cpu, columns: 5}
                  - {title: x, metrics: cpu, kind: table, top: 5}
                  - {title: x, metrics: cpu, top-by: mean}
                  - {title: x, metrics: cpu, top: 41}
                """);
        write("c d.yaml", "title: C\npanels: []");
        assertThat(mistakes())
                .containsExactly(
                        "a.yaml: title: is missing; write a text: the title on the page",
                        "a.yaml:2: panels[0].metrics: series 'cpu,hostname', byte 13: a tag needs '=' and a value; leave out a tag that"
                                + " has none; write it like cpu,detector=TPC,hostname=flp*",
                        "a.yaml:3: panels[1].kind: must be one of plot, gauge, tile, table, bars, was \"guage\"; did you mean \"gauge\"?",
                        "a.yaml:4: panels[2].colour: is not a known key; known: title, kind, metrics, unit, min, max, minor, major, rate, columns, wide, top, top-by",
                        "b.yaml:3: panels[0].max: is missing: a gauge needs the end of its scale; such as max: 100, or kind: tile",
                        "b.yaml:4: panels[1].max: must be above min; exchange them?",
                        "b.yaml:5: panels[2].major: must be beyond minor, on the same side; such as minor: {above: 80}, major: {above: 95}",
                        "b.yaml:6: panels[3].minor: must have one of above and below; such as {above: 90}",
                        "b.yaml:7: panels[4].columns: must not be set for a wide panel, which has its own row; omit one of both",
                        "b.yaml:8: panels[5].columns: must be a whole number from 1 to 4, was \"5\"",
                        "b.yaml:9: panels[6].top: must not be set for a table, which users sort; omit it, or use kind: bars",
                        "b.yaml:10: panels[7].top-by: has no effect without top; such as top: 5",
                        "b.yaml:11: panels[8].top: must be a whole number from 1 to 40, was \"41\"",
                        "c d.yaml: has a name that is not valid in an address; use letters, digits, - and _",
                        "c d.yaml:2: panels: must be 1 to 50, was 0; such as - {title: Load, metrics: system load1}");
    }

    @Test
    void wrongVariablesAreMistakesWithLinesAndRemedies() throws IOException {
        write("a.yaml", """
                title: A
                variables:
                  detector: {tag: detector, default: TPC}
                  unused: {tag: hostname, all: true}
                panels:
                  - {title: x of $detektor, metrics: "cpu,detector=$detector u"}
                  - title: y
                    metrics: ["cpu,$detector=1 u", "cpu,hostname=$host-1 $field"]
                """);
        write("b.yaml", """
                title: B
                variables:
                  2x: {tag: x, default: y}
                  a: {tag: x}
                  b: {tag: " ", all: true}
                  c: {tag: x, default: ""}
                  d: {key: x, all: true}
                panels:
                  - {title: $a $b $c $d, metrics: cpu}
                """);
        write("c.yaml", """
                title: "costs 5 $"
                panels:
                  - {title: 5 $ or $5, metrics: "java,class=Outer$Inner"}
                """);
        for (int i = 0; i < 2; i++) {
            assertThat(mistakes())
                    .containsExactly(
                            "a.yaml:2: variables: has unused, which no panel uses; write $unused in a panel's metrics, or remove it",
                            "a.yaml:6: panels[0].title: has the unknown variable $detektor; did you mean \"detector\"?",
                            "a.yaml:8: panels[1].metrics: has a variable as the key of a tag; variables are values: detector=$detector",
                            "a.yaml:8: panels[1].metrics: has the unknown variable $host; known: detector, unused",
                            "a.yaml:8: panels[1].metrics: has the unknown variable $field; known: detector, unused",
                            "b.yaml:3: variables.2x: must have a name of at most 32 letters, digits and _ that begins with a letter; such as detector",
                            "b.yaml:4: variables.a.default: is missing; write a value of the tag, or all: true",
                            "b.yaml:5: variables.b.tag: must be the key of a tag; such as detector",
                            "b.yaml:6: variables.c.default: must not be empty; write a value of the tag, or all: true",
                            "b.yaml:7: variables.d.tag: is missing; write a text: the key of the tag",
                            "b.yaml:7: variables.d.key: is not a known key; known: measurement, tag, default, all",
                            "c.yaml:3: panels[0].metrics: has the unknown variable $Inner; add it to variables; for the character $ itself, write ?");
        }
    }

    @Test
    void directoryWithoutViewsIsAMistake() throws IOException {
        write("view.yml", "title: A");
        assertThat(mistakes()).singleElement().asString().contains("has 0 files *.yaml, not 1 to 100");
        directory = directory.resolve("view.yml");
        assertThat(mistakes()).singleElement().asString().contains("is not a directory", "WEIR_DASHBOARD_VIEWS");
    }

    @Test
    void tooManyMetricsAreAMistake() throws IOException {
        StringBuilder text = new StringBuilder("title: A\npanels: [{title: x, metrics: [");
        for (int i = 0; i < 51; i++) {
            text.append(i == 0 ? "m" : ", m").append(i);
        }
        write("a.yaml", text.append("]}]").toString());
        assertThat(mistakes()).singleElement().asString().contains("have 51 different metrics", "make two views");
    }

    private List<String> mistakes() {
        MistakesException wrong = catchThrowableOfType(MistakesException.class, () -> ViewFiles.in(directory));
        return wrong.mistakes().stream()
                .map(mistake -> mistake.toString().replace(directory + "/", ""))
                .toList();
    }

    private String asked() throws Exception {
        Endpoint.Once endpoint = (Endpoint.Once)
                Objects.requireNonNull(new ViewsApi(new ViewShelf(Optional.of(directory)), Clock.systemUTC())
                        .endpoints()
                        .get("GET /api/views"));
        return new String(
                        endpoint.answer(new ApiRequest("GET", "/api/views", "127.0.0.1", Map.of(), Map.of(), ""))
                                .body(),
                        UTF_8)
                .replace('"', '\'');
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }
}
