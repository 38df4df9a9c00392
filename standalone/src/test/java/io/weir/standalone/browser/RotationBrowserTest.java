package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A wall shows several views in turn. The page's clock is that of the test. */
@Tag("long")
class RotationBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String THREE = "#/wall?every=30s&show=sources&show=view?name=rack%26span=1h&show=alarms";

    private final Page page = CHROMIUM.open().page();
    private Path views;
    private PageServer server;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        views = directory;
        Files.writeString(
                views.resolve("rack.yaml"), "title: Rack & more\npanels: [{title: Load, metrics: system load1}]");
        server = new PageServer(views);
        server.raise("hot/flp1", "MAJOR", Instant.now());
        page.clock().install();
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void viewsAreShownInTurnEachForItsTime() {
        open(THREE);
        assertShown("sources", "Sources, 1 of 3");
        page.clock().runFor(29_000);
        assertShown("sources", "Sources, 1 of 3");
        page.clock().runFor(1_000);
        assertShown("view", "Rack & more, 2 of 3");
        assertThat(page.locator("main h1")).hasText("Rack & more");
        page.clock().runFor(30_000);
        assertShown("alarms", "Alarms, 3 of 3");
        assertThat(page.locator(".row")).containsText("hot/flp1");
        page.clock().runFor(30_000);
        assertShown("sources", "Sources, 1 of 3");
        assertThat(page.locator("html")).hasClass("wall rotating");
        assertThat(page.locator("nav")).isHidden();
    }

    @Test
    void keysAndButtonsPauseAndMove() {
        open(THREE);
        assertShown("sources", "Sources, 1 of 3");
        page.keyboard().press("p");
        assertThat(button("Continue")).isVisible();
        page.clock().fastForward(300_000);
        assertShown("sources", "Sources, 1 of 3");
        page.keyboard().press("ArrowRight");
        assertShown("view", "Rack & more, 2 of 3");
        page.keyboard().press("ArrowLeft");
        page.keyboard().press("ArrowLeft");
        assertShown("alarms", "Alarms, 3 of 3");
        button("Next").click();
        assertShown("sources", "Sources, 1 of 3");
        page.clock().fastForward(300_000);
        assertShown("sources", "Sources, 1 of 3");
        button("Continue").click();
        page.clock().runFor(20_000);
        button("Previous").click();
        assertShown("alarms", "Alarms, 3 of 3");
        // A move by hand gives the view its whole time.
        page.clock().runFor(29_000);
        assertShown("alarms", "Alarms, 3 of 3");
        page.clock().runFor(1_000);
        assertShown("sources", "Sources, 1 of 3");
    }

    @Test
    void escapeLeavesAtTheShownViewAndEndsTheRotation() {
        open(THREE);
        assertShown("sources", "Sources, 1 of 3");
        page.keyboard().press("ArrowRight");
        assertShown("view", "Rack & more, 2 of 3");
        page.keyboard().press("Escape");
        assertThat(page).hasURL(server.url("#/view?name=rack&span=1h"));
        assertThat(page.locator("nav")).isVisible();
        assertThat(page.locator(".rotation")).hasCount(0);
        page.clock().runFor(60_000);
        page.keyboard().press("ArrowRight");
        assertThat(page.locator("main h1")).hasText("Rack & more");
    }

    @Test
    void withReducedMotionNothingChangesUntilTheUserContinues() {
        page.emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.REDUCE));
        open(THREE);
        assertShown("sources", "Sources, 1 of 3");
        page.clock().fastForward(300_000);
        assertShown("sources", "Sources, 1 of 3");
        button("Continue").click();
        page.clock().runFor(30_000);
        assertShown("view", "Rack & more, 2 of 3");
    }

    @Test
    void aViewWhoseControlHasTheFocusStays() {
        open("#/wall?show=alarms&show=sources");
        assertShown("alarms", "Alarms, 1 of 2");
        page.locator(".alarm-rows").focus();
        page.clock().runFor(90_000);
        assertShown("alarms", "Alarms, 1 of 2");
        page.evaluate("() => document.activeElement.blur()");
        page.clock().runFor(30_000);
        assertShown("sources", "Sources, 2 of 2");
    }

    @Test
    void aViewWithAnOpenDialogStays() {
        open("#/wall?show=alarms&show=sources");
        assertShown("alarms", "Alarms, 1 of 2");
        page.keyboard().press("?");
        assertThat(page.locator("dialog[open]")).isVisible();
        page.clock().runFor(90_000);
        assertShown("alarms", "Alarms, 1 of 2");
        assertThat(page.locator("dialog[open]")).isVisible();
    }

    @Test
    void aViewThatFailsDoesNotEndTheRotation() {
        open("#/wall?show=sources&show=alarms&show=shift");
        assertShown("sources", "Sources, 1 of 3");
        page.evaluate(
                "() => { window.streams = EventSource; window.EventSource = function () { throw new Error('no streams'); }; }");
        page.keyboard().press("ArrowRight");
        assertThat(page.locator("main .error")).hasText("Alarms cannot be shown: no streams");
        page.evaluate("() => { window.EventSource = window.streams; }");
        page.clock().runFor(30_000);
        assertShown("shift", "Shift summary, 3 of 3");
        page.keyboard().press("ArrowLeft");
        assertThat(page.locator(".row")).containsText("hot/flp1");
    }

    @Test
    void aWallThatBeganWithoutViewsRecovers() throws IOException {
        page.route(
                "**/api/views",
                route -> route.fulfill(new Route.FulfillOptions().setStatus(502).setBody("{\"error\": \"a proxy\"}")));
        open("#/wall?every=15m&show=view?name=absent");
        assertThat(page.locator(".rotation .error")).hasText("a proxy");
        page.unroute("**/api/views");
        page.clock().runFor(5_000);
        assertThat(page.locator(".rotation .error"))
                .hasText("show: no view has the name absent; write view?name= and one of rack");
        Files.writeString(views.resolve("absent.yaml"), "title: Back\npanels: [{title: Load, metrics: system load1}]");
        eventually("the wall shows the new view", Duration.ofMinutes(1), () -> {
            page.clock().runFor(5_000);
            return page.locator(".rotation span").first().textContent().equals("Back, 1 of 1");
        });
        assertShown("view", "Back, 1 of 1");
        assertThat(page.locator(".rotation .error")).hasText("");
        Files.writeString(views.resolve("absent.yaml"), "title: Again\npanels: [{title: Load, metrics: system load1}]");
        eventually("the wall shows the changed view", Duration.ofMinutes(1), () -> {
            page.clock().runFor(5_000);
            return page.locator("main h1").textContent().equals("Again");
        });
    }

    @Test
    void wrongAddressesAreListedWithRemediesBesideTheOthers() {
        open("#/wall?every=5&show=nothing&show=view?name=absent&show=wall?show=alarms&show=host&show=alarms");
        assertThat(page.locator(".rotation .error"))
                .hasText("show: nothing is no view to show; write the address of one without #/, such as overview. "
                        + "show: no view has the name absent; write view?name= and one of rack. "
                        + "show: wall?show=alarms is no view to show; write the address of one without #/, such as overview. "
                        + "show: host needs a name, such as host/flp1. "
                        + "every: must be one of 10s, 30s, 1m, 5m, 15m, was 5");
        assertShown("alarms", "Alarms, 1 of 1");
        assertThat(page).hasTitle(Pattern.compile(".*Alarms – Weir"));
    }

    @Test
    void aFormMakesTheAddress() {
        open("#/wall");
        button("Start").click();
        assertThat(page.locator("main [role=status]")).hasText("Choose at least one view");
        page.getByLabel("Journal").check();
        page.getByLabel("Rack & more").check();
        page.getByLabel("Change every").selectOption("1m");
        button("Start").click();
        assertThat(page).hasURL(server.url("#/wall?every=1m&show=journal&show=view?name=rack"));
        assertShown("journal", "Journal, 1 of 2");
        page.clock().runFor(60_000);
        assertShown("view", "Rack & more, 2 of 2");
        page.goBack();
        assertThat(button("Start")).isVisible();
    }

    private void assertShown(String view, String where) {
        assertThat(page.locator("main")).hasClass(view);
        assertThat(page.locator(".rotation span").first()).hasText(where);
    }

    private Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private void open(String view) {
        Tab.show(page, server.url(view));
    }
}
