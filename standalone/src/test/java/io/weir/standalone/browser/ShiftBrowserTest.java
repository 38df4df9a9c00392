package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Media;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The summary of a shift. */
@Tag("long")
class ShiftBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void showsWhatWasRaisedWhoAcknowledgedItAndWhatIsRaised() {
        Instant now = Instant.now();
        server.raise("hot/flp1", "MAJOR", now.minusSeconds(9 * 3_600));
        server.raise("hot/flp2", "MINOR", now.minusSeconds(600));
        server.raise("hot/flp3", "MINOR", now.minusSeconds(9 * 3_600));
        server.raise("hot/flp3", "MAJOR", now.minusSeconds(500));
        server.clear("hot/flp3");
        server.raise("hot/flp4", "MAJOR", now.minusSeconds(8 * 86_400));
        page.navigate(server.url("#/alarms?alarm=hot%2Fflp2"));
        assertThat(page.locator(".detail button").first()).isEnabled();
        page.locator(".alarm-rows").press("s");
        page.locator("dialog input[required]").first().fill("fan is being changed");
        page.keyboard().press("Enter");
        assertThat(page.locator(".outcome")).containsText("done for hot/flp2");
        server.raise("hot/flp5", "MINOR", now.minusSeconds(300));
        assertThat(page.locator(".row").filter(new Locator.FilterOptions().setHasText("flp5")))
                .hasCount(1);
        page.navigate(server.url("#/alarms?alarm=hot%2Fflp5"));
        assertThat(page.locator(".detail .id")).hasText("hot/flp5");
        assertThat(page.locator(".detail button").first()).isEnabled();
        page.locator(".alarm-rows").press("a");
        assertThat(page.locator(".outcome")).containsText("done for hot/flp5");

        page.navigate(server.url("#/journal?filter=-flp4"));
        page.getByText("Shift summary").click();
        assertThat(page).hasTitle(Pattern.compile(".*Shift summary – Weir"));
        assertThat(page.locator("#nav a[aria-current]")).hasText("Journal");
        Locator raised = rows("Raised at the end");
        assertThat(raised).hasCount(3);
        assertThat(raised.first())
                .containsText(Pattern.compile("MAJORhot/flp1hot on flp1.*before–unacknowledged since"));
        assertThat(raised.nth(1)).containsText(Pattern.compile("MINORhot/flp2hot on flp2.*once–shelved since"));
        assertThat(raised.nth(2)).containsText(Pattern.compile("MINORhot/flp5.*once.*by ottoacknowledged since"));
        assertThat(rows("Raised and cleared")).hasCount(1);
        assertThat(rows("Raised and cleared")).containsText("MAJORhot/flp3");
        assertThat(rows("Commands of operators")).hasCount(2);
        assertThat(rows("Commands of operators").first())
                .containsText(Pattern.compile("ottoshelvedhot/flp2fan is being changed"));

        page.locator("input[type=search]").fill("flp2");
        assertThat(raised).hasCount(1);
        page.reload();
        assertThat(raised).hasCount(1);
        page.locator("input[type=search]").fill("");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("24 h"))
                .click();
        assertThat(raised.first()).containsText(Pattern.compile("hot/flp4.*before"));
        assertThat(raised.nth(1)).containsText(Pattern.compile("hot/flp1.*once"));
    }

    @Test
    void paperHasNoControlsAndWholeTables() {
        for (int i = 0; i < 60; i++) {
            server.raise("hot/flp" + i, "MAJOR", Instant.now());
        }
        page.navigate(server.url("#/shift"));
        assertThat(rows("Raised at the end")).hasCount(60);
        page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
        assertThat(page.locator("header")).isHidden();
        assertThat(page.getByText("Print")).isHidden();
        assertThat(page.locator("h1")).isVisible();
        assertThat(
                        page.evaluate(
                                "() => { const table = document.querySelector('.scroll'); return table.scrollHeight - table.clientHeight; }"))
                .isEqualTo(0);
    }

    private Locator rows(String heading) {
        return page.locator("section")
                .filter(new Locator.FilterOptions()
                        .setHas(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(heading))))
                .locator("tbody tr");
    }
}
