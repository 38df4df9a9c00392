package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.weir.dashboard.live.Selector;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Users choose the values of a view's variables, and the address has the choice. */
@Tag("long")
class VariablesBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String VIEW = """
            title: Detector
            variables:
              detector: {measurement: cpu, tag: detector, default: TPC}
              host: {tag: hostname, all: true}
            panels:
              - {title: Load of $detector on $host, kind: tile, metrics: "cpu,detector=$detector,hostname=$host load"}
              - {title: Fans, kind: tile, metrics: "fan,hostname=$host rpm"}
            """;

    private static final String FILLED = """
            ([selector, name, value]) => import('/variables.js').then(({Variables}) =>
              new Variables([{name, tag: 'x', all: false}], new URLSearchParams([['var-' + name, value]]), () => {}).selector(selector))""";

    private final Page page = CHROMIUM.open().page();
    private PageServer server;

    @BeforeEach
    void start(@TempDir Path views) throws IOException {
        Files.writeString(views.resolve("detector.yaml"), VIEW);
        server = new PageServer(views);
        server.live("cpu,detector=TPC,hostname=flp1 load=11");
        server.live("cpu,detector=TPC,hostname=flp2 load=12");
        server.live("cpu,detector=ITS,hostname=flp3 load=13");
        server.live("fan,hostname=flp1 rpm=4000");
        server.live("fan,detector=MCH,hostname=flp3 rpm=3000");
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aChoiceChangesSelectorsTitlesAndTheAddress() {
        open("#/view?name=detector");
        assertThat(headings()).hasText(new String[] {"Load of TPC on all", "Fans"});
        assertThat(tiles(0)).containsText(new String[] {"flp111", "flp212"});
        assertThat(page.getByLabel("detector").locator("option")).hasText(new String[] {"ITS", "TPC"});
        assertThat(page.getByLabel("host").locator("option")).hasText(new String[] {"all", "flp1", "flp2", "flp3"});

        page.getByLabel("detector").focus();
        page.keyboard().press("ArrowUp");
        assertThat(headings()).hasText(new String[] {"Load of ITS on all", "Fans"});
        assertThat(tiles(0)).containsText(new String[] {"flp313"});
        assertThat(page.getByLabel("detector")).isFocused();
        page.getByLabel("host").selectOption("flp3");
        assertThat(tiles(1)).containsText(new String[] {"flp33 k"});
        assertThat(page).hasURL(server.url("#/view?name=detector&var-detector=ITS&var-host=flp3"));
        page.reload();
        assertThat(headings().first()).hasText("Load of ITS on flp3");
        assertThat(tiles(0)).containsText(new String[] {"flp313"});
    }

    @Test
    void backReturnsToTheChoiceBefore() {
        open("#/view?name=detector");
        page.getByLabel("detector").selectOption("ITS");
        page.getByLabel("host").selectOption("flp3");
        assertThat(headings().first()).hasText("Load of ITS on flp3");
        page.goBack();
        assertThat(headings().first()).hasText("Load of ITS on all");
        assertThat(page.getByLabel("host")).hasValue("*");
        page.goBack();
        assertThat(headings().first()).hasText("Load of TPC on all");
        assertThat(page.getByLabel("detector")).hasValue("TPC");
        page.goForward();
        assertThat(tiles(0)).containsText(new String[] {"flp313"});
    }

    @Test
    void aValueThatNoSeriesHasIsMarked() {
        open("#/view?name=detector&var-detector=OLD");
        Locator notes = page.locator("label:has(select) .note");
        assertThat(notes).hasText(new String[] {"no series has this value", ""});
        page.getByLabel("detector").selectOption("ITS");
        assertThat(tiles(0)).containsText(new String[] {"flp313"});
        assertThat(notes).hasText(new String[] {"", ""});
    }

    @Test
    void anAddressLosesVariablesThatTheViewDoesNotHave() {
        open("#/view?name=detector&var-OLD=x&var-host=flp1");
        assertThat(page).hasURL(server.url("#/view?name=detector&var-host=flp1"));
        assertThat(headings().first()).hasText("Load of TPC on flp1");
    }

    /** The address may come from anybody. */
    @Test
    void aValueOfTheAddressIsData() {
        for (String value : new String[] {"*", "T*", "TPC,hostname=flp1", "x load\nfan", "<b>TPC</b>", "$host", "\\"}) {
            page.navigate("about:blank");
            open("#/view?name=detector&var-detector=" + URLEncoder.encode(value, UTF_8));
            assertThat(headings().first()).hasText("Load of " + value.replace("\n", " ") + " on all");
            assertThat(page.locator(".panel-tile").first().locator(".note")).hasText("No data in this range");
            assertThat(page.getByLabel("detector")).hasValue(value);
        }
    }

    /** The oracle: the server reads from the selector the tag with this value, up to characters that no selector can have. */
    @Test
    void noValueChangesAnotherPartOfASelector() {
        open("#/sources");
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        String letters = "a ,=\\*?\"$b";
        for (int round = 0; round < 300; round++) {
            StringBuilder value = new StringBuilder();
            for (int i = random.nextInt(6); i >= 0; i--) {
                value.append(letters.charAt(random.nextInt(letters.length())));
            }
            String text = (String)
                    page.evaluate(FILLED, new Object[] {"cpu,detector=x$d,hostname=flp1 load", "d", value.toString()});
            Selector selector = Selector.parse(text);
            String as = "seed " + seed + ", value '" + value + "', selector '" + text + "'";
            assertThat(selector.series().tags().keySet()).as(as).containsExactly("detector", "hostname");
            assertThat(selector.field().matches("load")).as(as).isTrue();
            assertThat(selector.field().matches("loads")).as(as).isFalse();
            Map<String, String> tags = Map.of("detector", "x" + value, "hostname", "flp1");
            assertThat(selector.series().test("cpu", new TreeMap<>(tags)))
                    .as(as)
                    .isTrue();
            Map<String, String> longer = Map.of("detector", "x" + value + "y", "hostname", "flp1");
            assertThat(selector.series().test("cpu", new TreeMap<>(longer)))
                    .as(as)
                    .isFalse();
            Map<String, String> other = Map.of("detector", "x" + value, "hostname", "flp2");
            assertThat(selector.series().test("cpu", new TreeMap<>(other)))
                    .as(as)
                    .isFalse();
        }
    }

    private Locator headings() {
        return page.locator("main section h2 span");
    }

    private Locator tiles(int panel) {
        return page.locator("main section").nth(panel).locator(".tile");
    }

    private void open(String view) {
        Tab.show(page, server.url(view));
    }
}
