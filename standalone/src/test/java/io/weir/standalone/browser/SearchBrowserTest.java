package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The search finds everything by words, and leads there; by keyboard and on a phone too. */
@Tag("long")
class SearchBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String SMALL_TARGETS = """
            () => [...document.querySelectorAll('#search, dialog button, dialog input, dialog a')]
              .filter(one => one.getBoundingClientRect().height < 44).map(one => one.outerHTML)""";
    private static final String TOO_WIDE = """
            () => [document.documentElement, ...document.querySelectorAll('dialog, dialog .found')]
              .filter(one => one.scrollWidth > innerWidth || one.getBoundingClientRect().right > innerWidth).map(one => one.outerHTML)""";
    /** A regular expression would need years for it. */
    private static final String SLOW_PATTERN = """
            () => import('/filter.js').then(({filterOf}) => filterOf('*a'.repeat(50) + 'b')({texts: ['a'.repeat(5000)]}))""";

    /** Records the words of each search that the page asks the server for. */
    private static final String ASKED = """
            window.asked = [];
            const send = window.fetch;
            window.fetch = (path, ...more) => {
              if (String(path).startsWith('api/search')) {
                window.asked.push(new URLSearchParams(String(path).split('?')[1]).get('filter'));
              }
              return send(path, ...more);
            };""";

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void resultsAreGroupedByKindWithCountsTheBestFirst() {
        for (int i = 1; i <= 12; i++) {
            server.live("temp,hostname=flp" + i + " c=1");
        }
        server.raise("hot/flp1", "MAJOR", Instant.now());
        open("#/sources");
        search("flp1");

        assertThat(page.locator(".found h3")).hasText(new String[] {"Hosts 4", "Alarms 1", "Series 4"});
        assertThat(options().first()).containsText("flp11 series");
        assertThat(options().first()).hasAttribute("aria-selected", "true");
        assertThat(options().nth(1)).containsText("flp10");
        assertThat(page.locator("dialog [role=status]")).hasText("9 results");
        search("hostname=flp* -flp2");
        assertThat(page.locator(".found h3").first()).hasText("Hosts 11");
        page.getByText("and 6 more").first().click();
        assertThat(page).hasURL(server.url("#/sources?find=hostname%3Dflp*%20-flp2"));
        assertThat(page.locator("main tbody").first().locator("tr")).hasCount(11);
        assertThat(page.locator("dialog")).hasCount(0);
    }

    @Test
    void eachKindLeadsToItsView() {
        server.live("temp,detector=ITS,hostname=flp1 c=77.5");
        server.raise("hot/flp1", "MAJOR", Instant.now());
        server.refuse("volts,hostname=flp1,detector=ITS v=6o", "invalid-number");
        server.refuse("volts,hostname=flp2,detector=TPC v=6o", "invalid-number");
        Map<String, String> addresses = Map.of(
                "journal", "#/journal",
                "shift", "#/shift",
                "flp1 -hot", "#/host/flp1",
                "hot/flp1", "#/alarms?show=all&alarm=hot%2Fflp1",
                "rule=hot -flp1", "#/rules?line=3",
                "temp", "#/metrics?q=temp",
                "temp c", "#/metrics?q=temp+c",
                "temp its", "#/metrics?q=temp%2Cdetector%3DITS%2Chostname%3Dflp1",
                "detector=it* volts", "#/sources?find=detector%3Dit*%20volts");
        addresses.forEach((words, address) -> {
            open("#/sources");
            search(words);
            assertThat(options().first()).isVisible();
            page.keyboard().press("Enter");
            assertThat(page).hasURL(server.url(address));
        });
        open("#/sources");
        search("detector=it* volts");
        options().first().click();
        Locator refused = page.locator("main tbody").last().locator("tr");
        assertThat(refused).hasCount(1);
        assertThat(refused).containsText("volts,hostname=flp1,detector=ITS v=6o");
    }

    @Test
    void theKeyboardSufficesAndTheFocusReturns() {
        server.live("temp,hostname=flp1 c=1");
        server.live("temp,hostname=flp12 c=1");
        open("#/sources");
        page.locator("main input[type=search]").focus();
        page.keyboard().press("Control+k");
        Locator input = page.getByRole(AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName("Search"));
        assertThat(input).isFocused();
        assertThat(page.locator(".found h3")).hasText(new String[] {"Views 9"});
        page.keyboard().press("Tab");
        page.keyboard().press("Tab");
        assertThat((boolean) page.evaluate("() => document.querySelector('main').contains(document.activeElement)"))
                .isFalse();
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
        assertThat(page.locator("main input[type=search]")).isFocused();

        page.keyboard().press("Meta+k");
        input.fill("flp1");
        assertThat(options().first()).containsText("flp1");
        page.keyboard().press("ArrowDown");
        Locator second = page.getByRole(AriaRole.OPTION, new Page.GetByRoleOptions().setSelected(true));
        assertThat(second).hasCount(1);
        assertThat(second).containsText("flp12");
        assertThat(input).hasAttribute("aria-activedescendant", String.valueOf(second.getAttribute("id")));
        page.keyboard().press("Enter");
        assertThat(page).hasURL(server.url("#/host/flp12"));
        assertThat(page.locator("main")).isFocused();
    }

    @Test
    void enterBeforeTheAnswerOpensTheFirstResultOfTheTypedWords() {
        server.live("temp,hostname=flp1 c=1");
        server.live("temp,hostname=epn7 c=1");
        open("#/sources");
        search("flp1");
        assertThat(options().first()).containsText("flp1");
        page.locator("dialog input").fill("epn7");
        page.keyboard().press("Enter");
        assertThat(page).hasURL(server.url("#/host/epn7"));
    }

    @Test
    void withoutAConnectionTheSearchSaysSoAndGoesOnAfterwards() {
        server.live("temp,hostname=flp1 c=1");
        open("#/sources");
        assertThat(page.locator("#link")).hasText("Live");
        BrowserContext context = page.context();
        context.route("**/api/**", Route::abort);
        search("sources");
        assertThat(page.locator("dialog [role=status]")).containsText("No connection: only views were searched.");
        assertThat(options().first()).containsText("Sources");
        page.locator("dialog input").fill("flp1");
        assertThat(page.locator("dialog [role=status]")).containsText("No connection: only views were searched.");
        assertThat(options()).hasCount(0);
        context.unroute("**/api/**");
        assertThat(options().first()).containsText("flp1");
        assertThat(page.locator("dialog [role=status]")).hasText(Pattern.compile("\\d results"));
    }

    /** The server continues a search whose request is aborted. */
    @Test
    void oneSearchRunsAtATimeAndTheLatestWordsAreNext() {
        server.live("temp,hostname=flp1 c=1");
        server.live("temp,hostname=flp12 c=1");
        List<Route> held = holdSearches();
        page.addInitScript(ASKED);
        open("#/sources");
        page.keyboard().press("Control+k");
        for (String words : List.of("f", "fl", "flp", "flp1")) {
            page.locator("dialog input").fill(words);
            page.keyboard().press("Enter");
            assertThat((List<?>) page.evaluate("asked")).isEqualTo(List.of("f"));
        }
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
        page.keyboard().press("Control+k");
        page.locator("dialog input").fill("flp12");
        page.keyboard().press("Enter");
        assertThat((List<?>) page.evaluate("asked")).isEqualTo(List.of("f"));

        page.waitForCondition(() -> held.size() == 1);
        held.get(0).resume();
        page.waitForCondition(() -> held.size() == 2);
        assertThat((List<?>) page.evaluate("asked")).isEqualTo(List.of("f", "flp12"));
        held.get(1).resume();
        assertThat(page).hasURL(server.url("#/host/flp12"));
    }

    @Test
    void aBusyServerIsAskedAgain() {
        server.live("temp,hostname=flp1 c=1");
        List<Route> held = holdSearches();
        open("#/sources");
        page.keyboard().press("Control+k");
        page.locator("dialog input").fill("sources");
        page.keyboard().press("Enter");
        page.waitForCondition(() -> held.size() == 1);
        fulfill(held.get(0), 503, "{\"error\":\"too many concurrent searches\"}");
        assertThat(page.locator("dialog [role=status]")).containsText("The search goes on by itself.");
        assertThat(options().first()).containsText("Sources");

        page.waitForCondition(() -> held.size() == 2);
        page.locator("dialog input").fill("flp1");
        held.get(1).resume();
        page.waitForCondition(() -> held.size() == 3);
        held.get(2).resume();
        assertThat(options().first()).containsText("flp1");
        assertThat(page.locator("dialog [role=status]")).hasText(Pattern.compile("\\d results"));
    }

    @Test
    void kindsThatThePageDoesNotKnowAreLeftOut() {
        String group = "{\"kind\":\"%s\",\"count\":7,\"rank\":0,\"found\":[%s]}";
        String rule = group.formatted("RULE", "{\"kind\":\"alarms\",\"name\":\"hot\",\"line\":3}")
                .replace(":7,", ":1,");
        page.route(
                "**/api/search*",
                route -> fulfill(route, 200, """
                {"groups": [%s, %s, %s, %s], "partial": false}""".formatted(
                                group.formatted("toString", "{}"),
                                group.formatted("PLUGIN", "{}"),
                                rule,
                                group.formatted("", ""))));
        open("#/sources");
        search("hot");

        assertThat(page.locator(".found h3")).hasText(new String[] {"Rules 1"});
        assertThat(page.locator("dialog [role=status]")).hasText("1 result");
        assertThat(options()).hasCount(1);
    }

    /** The searches, each of which waits until the test continues it. */
    private List<Route> holdSearches() {
        List<Route> held = new ArrayList<>();
        page.route("**/api/search*", held::add);
        return held;
    }

    private static void fulfill(Route route, int status, String json) {
        route.fulfill(new Route.FulfillOptions()
                .setStatus(status)
                .setContentType("application/json")
                .setBody(json));
    }

    @Test
    void hostileNamesAndWordsAreOnlyText() {
        String name = "<img src=x onerror=alert(1)>";
        server.live("temp,hostname=" + name.replace(" ", "\\ ").replace("=", "\\=") + " c=1");
        server.raise("hot/" + name.replace("/", ""), "MAJOR", Instant.now());
        server.refuse("temp,hostname=<b>x</b> c=6o", "<i>bad</i>");
        open("#/sources");
        search("<img");
        assertThat(options().first()).containsText(name);
        assertThat(page.locator("dialog img")).hasCount(0);
        search("<b>x");
        assertThat(options().first()).containsText("temp,hostname=<b>x</b> c=6o");
        assertThat(page.locator("dialog b, dialog i")).hasCount(0);
        for (String words : List.of("(a+)+$", "[", "\\", "%", "*a".repeat(100), "=", "-")) {
            search(words);
            assertThat(page.locator("dialog [role=status]")).hasText(Pattern.compile("Nothing found|\\d+ results?"));
        }
        search("<img");
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText(name);
        assertThat((boolean) page.evaluate(SLOW_PATTERN)).isFalse();
    }

    @Test
    void aPhoneHasTheButtonAndTargetsForFingers() {
        page.setViewportSize(390, 844);
        JsonObject touch = new JsonObject();
        touch.addProperty("enabled", true);
        page.context().newCDPSession(page).send("Emulation.setTouchEmulationEnabled", touch);
        for (int i = 1; i <= 30; i++) {
            server.live(
                    "temp,hostname=a-host-with-a-name-that-is-too-long-for-the-line-of-a-phone-" + i + ",rack=r c=1");
        }
        server.raise("hot/a-host-with-a-name-that-is-too-long-for-the-line-of-a-phone-1", "MAJOR", Instant.now());
        open("#/sources");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Search"))
                .click();
        page.locator("dialog input").fill("phone");
        assertThat(options()).hasCount(5 + 1 + 1 + 5);
        assertThat((List<?>) page.evaluate(SMALL_TARGETS)).isEmpty();
        assertThat((List<?>) page.evaluate(TOO_WIDE)).isEmpty();
        options().nth(1).click();
        assertThat(page.locator("h1")).hasText("a-host-with-a-name-that-is-too-long-for-the-line-of-a-phone-2");
    }

    @Test
    void anotherDialogAndAWallStayAsTheyAre() {
        open("#/sources?wall=1");
        page.keyboard().press("Control+k");
        assertThat(page.locator("dialog.search")).isVisible();
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
        assertThat(page).hasURL(server.url("#/sources?wall=1"));
        page.keyboard().press("?");
        page.keyboard().press("Control+k");
        assertThat(page.locator("dialog")).hasCount(1);
        assertThat(page.locator("dialog")).containsText("Searches hosts");
    }

    private Locator options() {
        return page.locator(".found [role=option]");
    }

    private void open(String view) {
        Tab.show(page, server.url(view));
        assertThat(page.locator("main")).not().isEmpty();
    }

    /** Opens the search if necessary, and waits for the answer to these words. */
    private void search(String words) {
        // A closed dialog stays in the page for a moment.
        if (page.locator("dialog.search[open]").count() == 0) {
            page.keyboard().press("Control+k");
        }
        Locator dialog = page.locator("dialog[open]");
        Locator status = dialog.locator("[role=status]");
        dialog.locator("input").fill("");
        assertThat(status).isEmpty();
        dialog.locator("input").fill(words);
        assertThat(status).not().isEmpty();
    }
}
