package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The panel of an alarm shows its raise, its present value and what belongs to it. */
@Tag("long")
class AlarmDetailBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    /** The numbers of columns of the plot that are lines in the colours of a raise, an acknowledgement and a clear. */
    private static final String UPRIGHT_LINES = """
            () => {
              const canvas = document.querySelector('.trend .uplot > .u-wrap > canvas');
              const {width, height, data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
              const parts = name => [1, 3, 5].map(i => parseInt(getComputedStyle(document.documentElement).getPropertyValue(name).trim().slice(i, i + 2), 16));
              const isColour = (at, colour) => colour.every((part, i) => data[at + i] === part) && data[at + 3] === 255;
              return ['--bad', '--accent', '--good'].map(parts).map(colour => {
                let columns = 0;
                for (let x = 0; x < width; x++) {
                  let count = 0;
                  for (let y = 0; y < height; y++) {
                    count += isColour((y * width + x) * 4, colour);
                  }
                  columns += count > height / 4;
                }
                return columns;
              });
            }""";

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();
    private final Locator detail = page.locator(".detail");

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void theTrendShowsTheCurrentValueAndTheLimits() {
        server.raise("hot/flp1", "MAJOR", Instant.now());
        server.live("temp,hostname=flp1 c=77.5");
        page.navigate(server.url("#/alarms?alarm=hot%2Fflp1"));

        assertThat(detail.locator(".trend")).containsText("Current value 77.5");
        assertThat(detail.locator(".trend")).containsText("Limits: MINOR 80 MAJOR 90");
        assertThat(detail.locator(".trend .ink canvas:not([hidden])").first()).isVisible();
        assertThat(detail).containsText("the value was 98.5, above 90, the limit of MAJOR");
        server.live("temp,hostname=flp1 c=81.25");
        assertThat(detail.locator(".trend")).containsText("Current value 81.3");
    }

    @Test
    void aValueBelowOrAtItsLimitIsExplained() {
        server.raise("hot/flp1", "MAJOR", Instant.now(), "\"value\":12.5");
        page.navigate(server.url("#/alarms?alarm=hot%2Fflp1"));

        assertThat(detail).containsText("the value was 12.5, below 90, the limit of MAJOR");
        server.raise("hot/flp1", "MAJOR", Instant.now(), "\"value\":90.0");
        assertThat(detail).containsText("the value was 90, which is the limit of MAJOR");
        server.raise("hot/flp1", "MAJOR", Instant.now(), "\"escalated\":true,\"value\":98.5");
        assertThat(detail).containsText("the value was 98.5, above 90, its limit");
    }

    @Test
    void theTrendMarksRaiseAcknowledgementAndClear() {
        Instant now = Instant.now();
        server.raise("hot/flp1", "MAJOR", now.minusSeconds(600));
        server.live("temp,hostname=flp1 c=77.5");
        page.navigate(server.url("#/alarms?show=all&alarm=hot%2Fflp1"));
        Locator moments = detail.locator(".moments");
        assertThat(moments).hasText(Pattern.compile("^▲ raised .*\\d\\d:\\d\\d$"));
        server.acknowledge("hot/flp1", "anna", now.minusSeconds(400));
        assertThat(moments).hasText(Pattern.compile("raised .* · ✓ acknowledged .*\\d\\d:\\d\\d by anna$"));
        server.clear("hot/flp1", now.minusSeconds(200));
        assertThat(moments).hasText(Pattern.compile("raised .* by anna · ○ cleared .*\\d\\d:\\d\\d$"));

        eventually(
                "each is a line of the plot", () -> page.evaluate(UPRIGHT_LINES).equals(List.of(1, 1, 1)));
    }

    @Test
    void theSameFieldOfOtherHostsIsFaint() {
        server.raise("hot/flp1", "MAJOR", Instant.now());
        server.live("temp,hostname=flp2 c=40");
        server.live("temp,hostname=flp3 c=41");
        server.live("fan,hostname=flp4 c=42");
        server.live("temp,hostname=flp1 c=77.5");
        page.navigate(server.url("#/alarms?alarm=hot%2Fflp1"));

        assertThat(detail.locator(".trend")).containsText("Faint: the same of 2 other hosts");
        assertThat(detail.locator(".trend")).containsText("Current value 77.5");
        assertThat(detail.locator(".ink.dim")).isVisible();
        assertThat(detail.locator(".ink canvas").first()).hasCSS("opacity", "0.2");
        assertThat(detail.locator(".ink canvas").last()).hasCSS("opacity", "1");
        assertThat(detail.locator(".ink canvas").last()).isVisible();
    }

    @Test
    void otherHostsAreLeftOutIfTheyWouldDisplaceTheAlarmsOwnLine() {
        server.raise("hot/flp1", "MAJOR", Instant.now());
        for (int host = 1000; host < 1300; host++) {
            server.live("temp,hostname=flp" + host + " c=40");
        }
        server.live("temp,hostname=flp1 c=77.5");
        page.navigate(server.url("#/alarms?alarm=hot%2Fflp1"));

        assertThat(detail.locator(".trend")).containsText("Current value 77.5");
        assertThat(detail.locator(".trend")).not().containsText("Faint");
    }

    @Test
    void aTrendWithoutAllOfTheAlarmsOwnLinesSaysSo() {
        server.raise("hot/flp1", "MAJOR", Instant.now());
        for (int sensor = 1000; sensor < 1300; sensor++) {
            server.live("temp,hostname=flp1,sensor=s" + sensor + " c=40");
        }
        page.navigate(server.url("#/alarms?alarm=hot%2Fflp1"));

        assertThat(detail.locator(".trend")).containsText("More than 200 series: 200 are shown.");
        assertThat(detail.locator(".trend")).containsText("Current value 40");
    }

    @Test
    void theDetailLinksToItsRuleItsHostAndItsMetric() {
        server.raise("hot/flp1", "MAJOR", Instant.now());
        page.navigate(server.url("#/alarms?alarm=hot%2Fflp1"));

        assertThat(link("hot")).hasAttribute("href", "#/rules?line=3");
        assertThat(link("flp1")).hasAttribute("href", "#/host/flp1");
        assertThat(link("Open in Metrics")).hasAttribute("href", "#/metrics?q=temp%2Chostname%3Dflp1%20c");
    }

    @Test
    void theDetailLinksToWhatElseChangedInTheMinuteOfTheRaise() {
        Instant raised = Instant.now().minusSeconds(600);
        server.raise("power/R03", "MAJOR", raised.minusSeconds(20));
        server.raise("hot/flp1", "MAJOR", raised);
        server.raise("hot/flp2", "MAJOR", raised.plusSeconds(40));
        server.acknowledge("hot/flp1", "anna", raised.plusSeconds(300));
        page.navigate(server.url("#/alarms?alarm=hot%2Fflp1"));
        link("What else changed").click();

        assertThat(page.locator("main.journal tbody .id a")).hasText(new String[] {"hot/flp1", "power/R03"});
    }

    @Test
    void theOperatorOfAStateIsNotThatOfALaterComment() {
        Instant now = Instant.now();
        server.raise("hot/flp1", "MAJOR", now.minusSeconds(600));
        server.acknowledge("hot/flp1", "anna", now.minusSeconds(400));
        server.comment("hot/flp1", "otto", "fan ordered", now.minusSeconds(200));
        page.navigate(server.url("#/alarms?show=all&alarm=hot%2Fflp1"));

        assertThat(detail.locator(".history tbody tr").first()).containsText("otto: fan ordered");
        assertThat(detail.locator("dt:text-is('Operator') + dd")).hasText("anna");
    }

    @Test
    void theRaiseStaysAfterAnAcknowledgementAndAShelf() {
        Instant raised = Instant.now().minusSeconds(100);
        server.raise("hot/flp1", "MAJOR", raised);
        page.navigate(server.url("#/alarms?show=all&alarm=hot%2Fflp1"));
        assertThat(detail.locator(".raise")).isHidden();
        Pattern raise = Pattern.compile("Raised .*\\d\\d:\\d\\d:\\d\\d with value 98.5: hot on flp1");
        assertThat(detail.locator("button").first()).isEnabled();
        page.locator(".alarm-rows").press("a");
        assertThat(detail.locator(".what")).containsText("acknowledged since");
        assertThat(detail.locator(".raise")).hasText(raise);

        page.locator(".alarm-rows").press("s");
        page.locator("dialog input[required]").first().fill("fan is being changed");
        page.keyboard().press("Enter");
        assertThat(detail.locator(".what")).containsText("shelved since");
        assertThat(detail.locator(".raise")).hasText(raise);
    }

    @Test
    void anAlarmIsShelvedForTenMinutesOrForATypedTime() {
        server.raise("hot/flp1", "MAJOR", Instant.now());
        page.navigate(server.url("#/alarms?show=all&alarm=hot%2Fflp1"));
        assertThat(detail.locator("button").first()).isEnabled();
        Locator dialog = page.locator("dialog");
        page.locator(".alarm-rows").press("s");
        assertThat(dialog.locator("select")).hasValue("30m");
        dialog.locator("input").first().fill("fan");
        dialog.locator("select").selectOption("10m");
        dialog.locator("button[type=submit]").click();
        assertShelvedFor(600);
        assertThat(detail).containsText("hot/flp1#2 at");

        page.locator(".alarm-rows").press("s");
        dialog.locator("input").first().fill("fan");
        dialog.locator("select").selectOption("Other …");
        dialog.getByLabel("Other duration").fill("three hours");
        dialog.locator("button[type=submit]").click();
        assertThat(dialog).isVisible();
        dialog.getByLabel("Other duration").fill("3h");
        dialog.locator("button[type=submit]").click();
        assertShelvedFor(3 * 3_600);
    }

    /** Here, the page learns once more who its user is after it has read the alarms, and before it draws them. */
    @Test
    void aKeyWorksAsSoonAsItsButton() {
        server.raise("hot/flp1", "MAJOR", Instant.now());
        List<Route> held = new ArrayList<>();
        AtomicBoolean isStarted = new AtomicBoolean();
        page.route("**/api/session", route -> {
            if (isStarted.getAndSet(true)) {
                held.add(route);
            } else {
                route.resume();
            }
        });
        page.clock().install();
        page.clock().pauseAt(System.currentTimeMillis() + 3_600_000);
        page.navigate(server.url("#/alarms?alarm=hot%2Fflp1"));
        page.waitForCondition(
                () -> !held.isEmpty() && page.locator("[data-complete=true]").count() == 1);
        held.forEach(Route::resume);

        assertThat(detail.locator("button").first()).isEnabled();
        page.locator(".alarm-rows").press("s");
        assertThat(page.locator("dialog input[required]")).isVisible();
    }

    private void assertShelvedFor(long seconds) {
        assertThat(page.locator("dialog")).hasCount(0);
        eventually("it is shelved for " + seconds + " s", () -> server.shelvedSeconds("hot/flp1") == seconds);
    }

    private Locator link(String text) {
        return detail.getByRole(
                AriaRole.LINK, new Locator.GetByRoleOptions().setName(text).setExact(true));
    }
}
