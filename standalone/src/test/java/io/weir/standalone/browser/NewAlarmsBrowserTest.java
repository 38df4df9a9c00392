package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** New alarms are reported by sound, notifications and the title of the page. */
@Tag("long")
class NewAlarmsBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    /**
     * Counts the tones, keeps the notifications (a browser without a screen permits none), and
     * gives access to the streams.
     */
    private static final String OBSERVED = """
            window.tones = 0;
            const start = OscillatorNode.prototype.start;
            OscillatorNode.prototype.start = function (...at) { window.tones++; return start.apply(this, at); };
            window.notes = [];
            window.Notification = class {
              static permission = 'default';
              static async requestPermission() { return window.Notification.permission = window.permission ?? 'granted'; }
              constructor(title, {body}) { window.notes.push(title + ': ' + body); }
            };
            window.sources = [];
            window.received = [];
            window.EventSource = class extends EventSource {
              constructor(...given) {
                super(...given);
                window.sources.push(this);
                this.addEventListener('alarms', ({data}) => {
                  this.hasBegun = true;
                  window.received.push(...JSON.parse(data).alarms.map(({id}) => id));
                });
              }
            };""";

    private static final String BREAK = """
            () => window.sources.filter(one => one.readyState === EventSource.OPEN)
              .forEach(one => { one.close(); one.onerror(); })""";
    private static final String HAS_BEGUN =
            "() => window.sources.some(one => one.readyState === EventSource.OPEN && one.hasBegun)";

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();
    private int raised;

    @BeforeEach
    void observe() {
        page.addInitScript(OBSERVED);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aNewAlarmOfTheChosenSeverityRingsInEveryView() {
        raise("MAJOR");
        open("#/sources");
        raise("MAJOR");
        turnOn("Sound");
        choose("MAJOR");
        assertThat(button()).hasText("Sound on");
        int tones = tones();
        assertThat(tones).isPositive();

        raise("MINOR");
        raise("MAJOR");
        awaitRing(tones);
        page.locator("#nav a").first().click();
        int before = tones();
        raise("MAJOR");
        awaitRing(before);
        page.reload();
        assertThat(button()).hasText("Sound off");
    }

    /** The later major alarm shows that the earlier minor one has been processed. */
    @Test
    void anAlarmBelowTheChosenSeverityIsNotReported() {
        open("#/sources");
        turnOn("Notifications of the browser");
        choose("MAJOR");
        assertThat(button()).hasText("Notifications on");
        awaitStream();
        server.raise("cold/flp1", "MINOR", Instant.now());
        server.raise("hot/flp1", "MAJOR", Instant.now());
        awaitNotes(1);
        assertThat(notes()).containsExactly("New alarm: MAJOR hot/flp1: hot on flp1");
        server.raise("cold/flp1", "MAJOR", Instant.now().plusSeconds(1));
        awaitNotes(2);

        // The choice of notifications is remembered.
        page.reload();
        assertThat(button()).hasText("Sound off");
        page.evaluate("() => Notification.requestPermission()");
        assertThat(button()).hasText("Notifications on");
    }

    @Test
    void whatAStreamRepeatsAfterALostConnectionIsNotNew() {
        server.raise("hot/old", "MAJOR", Instant.now());
        open("#/sources");
        turnOn("Notifications of the browser");
        awaitStream();
        server.raise("hot/flp1", "MAJOR", Instant.now());
        awaitNotes(1);
        page.evaluate(BREAK);
        server.raise("hot/meanwhile", "MAJOR", Instant.now());
        awaitNotes(2);
        awaitStream();
        server.raise("hot/flp2", "MAJOR", Instant.now());
        awaitNotes(3);
        assertThat(notes())
                .containsExactly(
                        "New alarm: MAJOR hot/flp1: hot on flp1",
                        "New alarm: MAJOR hot/meanwhile: hot on meanwhile",
                        "New alarm: MAJOR hot/flp2: hot on flp2");
    }

    @Test
    void aRefusedPermissionIsReported() {
        page.addInitScript("window.permission = 'denied'");
        open("#/sources");
        page.keyboard().press("m");
        page.getByLabel("Notifications of the browser").click();
        assertThat(page.locator(".attention [role=alert]")).containsText("The browser forbids notifications");
        assertThat(page.getByLabel("Notifications of the browser")).not().isChecked();
        assertThat(button()).hasText("Sound off");
    }

    /** The page's clock is that of the test. */
    @Test
    void aMuteIsShownAndEndsByItself() {
        page.clock().install();
        open("#/sources");
        turnOn("Notifications of the browser");
        awaitStream();
        page.keyboard().press("m");
        page.getByText("5 min", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator(".attention .note").filter(new Locator.FilterOptions().setHasText("Muted until")))
                .isVisible();
        page.keyboard().press("Escape");
        page.clock().runFor(2_000);
        assertThat(button()).hasText(Pattern.compile("Muted until \\d\\d:\\d\\d"));
        server.raise("hot/muted", "MAJOR", Instant.now());
        eventually("the muted alarm arrives", () ->
                (boolean) page.evaluate("() => window.received.includes('hot/muted')"));
        assertThat(page).hasTitle(Pattern.compile("‼ \\(1\\) .*"));

        page.clock().runFor(299_000);
        assertThat(button()).hasText("Notifications on");
        assertThat(page.locator("#attention + [role=status]")).hasText("Notifications on");
        server.raise("hot/heard", "MAJOR", Instant.now());
        awaitNotes(1);
        assertThat(notes()).containsExactly("New alarm: MAJOR hot/heard: hot on heard");
    }

    @Test
    void theTitleCountsTheUnacknowledgedAlarmsOfTheList() {
        open("#/alarms");
        assertThat(page).hasTitle("Alarms – Weir");
        server.raise("cold/flp1", "MINOR", Instant.now());
        assertThat(page).hasTitle("! (1) Alarms – Weir");
        server.raise("hot/flp1", "MAJOR", Instant.now());
        server.raise("hot/flp2", "MAJOR", Instant.now());
        assertThat(page).hasTitle("‼ (3) Alarms – Weir");
        assertThat(page.getByText("Acknowledge the 3 shown")).isVisible();
        page.keyboard().press("m");
        choose("MAJOR");
        assertThat(page).hasTitle("‼ (2) Alarms – Weir");
        server.clear("hot/flp2");
        assertThat(page).hasTitle("‼ (1) Alarms – Weir");
        page.locator(".row").first().click();
        page.locator(".alarm-rows").press("a");
        assertThat(page).hasTitle("Alarms – Weir");
    }

    private void raise(String severity) {
        server.raise("hot/flp" + raised++, severity, Instant.now());
    }

    private void turnOn(String label) {
        page.keyboard().press("m");
        page.getByLabel(label).check();
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
    }

    private void choose(String severity) {
        if (page.locator("dialog").count() == 0) {
            page.keyboard().press("m");
        }
        page.getByLabel("Severity").selectOption(severity);
        page.getByText("Close").click();
    }

    /** Raises further alarms until one rings: the stream may not have begun. */
    private void awaitRing(int tones) {
        eventually("an alarm rings", () -> {
            raise("MAJOR");
            return tones() > tones;
        });
    }

    private void awaitStream() {
        eventually("the stream of alarms has begun", () -> (boolean) page.evaluate(HAS_BEGUN));
    }

    private void awaitNotes(int count) {
        eventually(count + " notifications", () -> notes().size() == count);
    }

    private List<String> notes() {
        List<?> notes = (List<?>) page.evaluate("() => window.notes");
        return notes.stream().map(String::valueOf).toList();
    }

    private int tones() {
        return (int) page.evaluate("() => window.tones");
    }

    private Locator button() {
        return page.locator("#attention");
    }

    private void open(String view) {
        Tab.show(page, server.url(view));
    }
}
