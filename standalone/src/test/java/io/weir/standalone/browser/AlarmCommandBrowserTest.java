package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * An operator's command changes exactly the alarms that the page shows, in the state that it shows.
 */
@Tag("long")
class AlarmCommandBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String RULES = """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, path: [site, hostname], minor: {above: 80}, major: {above: 90}}
            """;

    /** Makes the page hidden, so that it follows nothing and keeps showing its current content. */
    private static final String REST = """
            () => {
              Object.defineProperty(document, 'hidden', {value: true, configurable: true});
              document.dispatchEvent(new Event('visibilitychange'));
            }""";

    /** Acknowledges this many alarms. */
    private static final String ACKNOWLEDGE_MANY = """
            count => {
              const alarms = Array.from({length: count}, (_, i) => ({id: 'hot/site/flp' + i, transition: 'hot/site/flp' + i + '#7', to: 'UNACKNOWLEDGED'}));
              window.messages = [];
              import('/alarms/commands.js').then(({sendCommand}) => sendCommand('ACKNOWLEDGE', 'hot/…', alarms, text => window.messages.push(text)));
            }""";

    private static UpInstallation up;
    private static WeirProcess process;

    private final Page page = CHROMIUM.open().page();

    @BeforeAll
    static void startWeir(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("rules.yaml"), RULES);
        up = new UpInstallation(directory, "--rules=rules.yaml");
        process = up.start();
    }

    @AfterAll
    static void endWeir() {
        if (process != null) {
            process.close();
        }
    }

    @Test
    void aCommandActsOnWhatTheFilterShows() throws IOException {
        raise("one", "alfa", 10);
        raise("one", "zulu", 15);
        open("#/alarms?as=tree&filter=alfa");
        node("one").click();
        assertThat(page.locator(".detail")).containsText("10 alarms");

        button("Acknowledge").click();
        assertThat(page.locator(".outcome")).containsText("done for 10 alarms");
        eventually("they are acknowledged", () -> count("hot/one/alfa", "ACKNOWLEDGED") == 10);
        assertThat(count("hot/one/zulu", "UNACKNOWLEDGED")).isEqualTo(15);
    }

    @Test
    void theButtonStatesHowManyAlarmsItActsOn() throws IOException {
        raise("two", "alfa", 3);
        open("#/alarms?as=tree&show=all&filter=hot/two/");
        node("two").click();
        assertThat(button("Acknowledge")).hasText("Acknowledge 3");
        assertThat(button("Unshelve")).hasCount(0);
        button("Acknowledge").click();

        assertThat(button("Unacknowledge")).hasText("Unacknowledge 3");
        assertThat(button("Acknowledge")).hasCount(0);
        page.locator(".alarm-rows").press("u");
        assertThat(page.locator(".outcome")).containsText("Unacknowledge: done for 3 alarms");
    }

    @Test
    void aRaiseAfterWhatIsShownStaysUnacknowledged() throws IOException {
        raise("three", "alfa", 3);
        open("#/alarms?as=tree&filter=hot/three/");
        node("three").click();
        assertThat(page.locator(".detail")).containsText("3 alarms");
        page.evaluate(REST);
        up.send("temp,site=three,hostname=alfa1 c=95");
        up.awaitIn("alarms.state", "hot/three/alfa1#2");

        button("Acknowledge").click();
        assertThat(page.locator(".outcome"))
                .hasText("Acknowledge: done for 2 of 3 alarms; 1 refused: transition: hot/three/alfa1#1"
                        + " is outdated; a raise or a command followed with #2");
        assertThat(states("hot/three/"))
                .isEqualTo(Map.of(
                        "hot/three/alfa0", "ACKNOWLEDGED",
                        "hot/three/alfa1", "UNACKNOWLEDGED",
                        "hot/three/alfa2", "ACKNOWLEDGED"));
    }

    @Test
    void moreThanTwentyAlarmsAreConfirmedWithTheirNumber() throws IOException {
        raise("four", "alfa", 21);
        open("#/alarms?as=tree&filter=hot/four/");
        node("four").click();
        assertThat(page.locator(".detail")).containsText("21 alarms");
        page.locator(".alarm-rows").press("a");
        assertThat(page.locator("dialog")).containsText("Acknowledge 21 alarms");
        page.locator("dialog").getByText("Cancel").click();
        assertThat(page.locator("dialog")).hasCount(0);
        assertThat(count("hot/four/", "UNACKNOWLEDGED")).isEqualTo(21);

        button("Acknowledge").click();
        page.locator("dialog button[type=submit]").click();
        assertThat(page.locator(".outcome")).hasText("Acknowledge: done for 21 alarms");
        eventually("they are acknowledged", () -> count("hot/four/", "ACKNOWLEDGED") == 21);
    }

    @Test
    void aShelfStatesTheNumberAndTakesNoOtherAlarm() throws IOException {
        raise("five", "alfa", 2);
        raise("five", "zulu", 2);
        open("#/alarms?as=tree&filter=alfa%20five");
        node("five").click();
        button("Shelve").click();
        assertThat(page.locator("dialog")).containsText("Shelve 2 alarms");
        page.locator("dialog input[required]").fill("fans are being changed");
        page.keyboard().press("Enter");

        assertThat(page.locator(".outcome")).hasText("Shelve: done for 2 alarms");
        eventually("they are shelved", () -> count("hot/five/alfa", "SHELVED") == 2);
        assertThat(count("hot/five/zulu", "UNACKNOWLEDGED")).isEqualTo(2);
    }

    @Test
    void aCommentIsKeptWithTheAlarmAndChangesNoState() throws IOException {
        raise("six", "alfa", 1);
        open("#/alarms?filter=hot/six/");
        page.locator(".row").click();
        button("Comment").click();
        page.locator("dialog").getByLabel("Text").fill("the new fan arrives at noon");
        page.keyboard().press("Enter");
        assertThat(page.locator(".outcome")).hasText("Comment: done for hot/six/alfa0");
        assertThat(page.locator(".detail .comments")).containsText("the new fan arrives at noon");
        assertThat(states("hot/six/")).isEqualTo(Map.of("hot/six/alfa0", "UNACKNOWLEDGED"));
        button("Acknowledge").click();
        assertThat(page.locator(".outcome")).hasText("Acknowledge: done for hot/six/alfa0");
        assertThat(page.locator(".detail .comments")).containsText("the new fan arrives at noon");

        open("#/journal?filter=alarm=hot/six/alfa0");
        assertThat(page.locator("tbody tr")).hasCount(3);
        assertThat(page.locator("tbody tr").nth(1)).containsText("comment");
        assertThat(page.locator("tbody tr").nth(1)).containsText(": the new fan arrives at noon");
    }

    @Test
    void tenThousandAlarmsAreBoundedRequests() {
        open("#/alarms");
        List<String> bodies = new CopyOnWriteArrayList<>();
        page.route("**/api/alarms/command", route -> {
            String body = route.request().postData();
            bodies.add(body);
            route.fulfill(new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody("{\"done\":" + alarms(body) + ",\"refused\":[],\"unanswered\":0}"));
        });
        page.evaluate(ACKNOWLEDGE_MANY, 10_000);
        page.locator("dialog").getByText("Acknowledge 10000 alarms").last().click();

        eventually("all are reported", () -> messages().contains("Acknowledge: done for 10000 alarms"));
        assertThat(messages()).contains("Acknowledge: 500 of 10000 alarms");
        assertThat(bodies.stream().mapToInt(AlarmCommandBrowserTest::alarms).sum())
                .isEqualTo(10_000);
        assertThat(bodies).hasSize(20).allMatch(body -> body.length() < 64 << 10);
    }

    private static int alarms(String body) {
        return body.split("#7", -1).length - 1;
    }

    /** All messages that the operator has seen. */
    private String messages() {
        return String.valueOf(page.evaluate("() => window.messages.join('\\n')"));
    }

    /** Raises alarms; returns when all of them have the state raised. */
    private static void raise(String site, String host, int count) throws IOException {
        up.send(IntStream.range(0, count)
                .mapToObj(i -> "temp,site=" + site + ",hostname=" + host + i + " c=85")
                .collect(joining("\n")));
        eventually("they are raised", () -> count("hot/" + site + "/" + host, "UNACKNOWLEDGED") == count);
    }

    /** How many alarms whose id has this prefix are in a state. */
    private static long count(String prefix, String state) {
        return states(prefix).values().stream().filter(state::equals).count();
    }

    /** The states of alarms whose id has this prefix, by id. */
    private static Map<String, String> states(String prefix) {
        Map<String, String> states = new HashMap<>();
        up.read("alarms.state", 0).forEach(record -> {
            String id = new String(record.key(), UTF_8);
            if (id.startsWith(prefix) && record.value() != null) {
                states.put(id, new String(record.value(), UTF_8).replaceAll(".*\"to\":\"([A-Z_]+)\".*", "$1"));
            }
        });
        return states;
    }

    private void open(String view) {
        Tab.show(page, "http://127.0.0.1:" + up.pagePort() + "/" + view);
    }

    private Locator node(String name) {
        return page.locator(".row[aria-level='2']").filter(new Locator.FilterOptions().setHasText(name));
    }

    private Locator button(String word) {
        return page.locator(".detail button")
                .filter(new Locator.FilterOptions().setHasText(Pattern.compile("^" + word)));
    }
}
