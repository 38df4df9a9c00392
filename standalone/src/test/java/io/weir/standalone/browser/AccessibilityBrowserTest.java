package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Contrast;
import com.microsoft.playwright.options.ForcedColors;
import io.weir.standalone.browser.Screens.Screen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every view and dialog of the page fulfils WCAG 2.2, levels A and AA, as far as axe-core can check it. It fits on a
 * tablet of 768 pixels, and is operated by fingers there.
 */
@Tag("long")
class AccessibilityBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String FAINT_COLOURS = """
            () => {
              const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
              const parts = text => text.length === 4 ? [...text.slice(1)].map(digit => parseInt(digit + digit, 16)) : [1, 3, 5].map(i => parseInt(text.slice(i, i + 2), 16));
              const linear = part => part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
              const luminance = name => parts(colour(name)).map(linear).reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
              const contrast = (one, other) => { const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); };
              return ['--edge', '--accent', '--warn', '--bad', ...[...Array(8).keys()].map(i => '--s' + i)]
                .map(name => [name, contrast(name, '--card')]).filter(([, value]) => !(value >= 3)).map(([name, value]) => `${name}: ${value}`);
            }""";

    /**
     * Notes which controls the Tab key reaches. A view that changes replaces elements, so that names
     * identify them. The listener of .u-wrap is uPlot's own.
     */
    private static final String TABS = """
            const listen = EventTarget.prototype.addEventListener;
            EventTarget.prototype.addEventListener = function (type, ...more) {
              this.isClickable ||= type === 'click' && this instanceof Element;
              return listen.call(this, type, ...more);
            };
            const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled), select, [tabindex="0"]';
            const nameOf = one => one.tagName + ' ' + (one.id || one.dataset.name || one.getAttribute('href') || one.ariaLabel || one.placeholder || one.closest('label')?.textContent || one.textContent);
            const isHidden = one => one.ownerDocument.elementFromPoint && ![...one.getClientRects()].some(({left, top, width, height}) =>
              [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]].some(([x, y]) => one.contains(document.elementFromPoint(left + x * width, top + y * height))));
            const isFaint = one => { const {outlineStyle, outlineWidth} = getComputedStyle(one); return outlineStyle === 'none' || parseFloat(outlineWidth) < 2; };
            const all = selector => [...(document.querySelector('dialog[open]') ?? document).querySelectorAll(selector)].filter(one => one.checkVisibility() && !one.closest('.unseen'));
            window.tabs = {
              begin() {
                this.reached = new Set();
                this.found = new Set();
                // A link that appears meanwhile, such as that of a new outlier, may be passed already.
                this.expected = new Set(all(CONTROLS).map(nameOf));
                this.first = all(CONTROLS)[0];
                this.first.focus();
              },
              // Returns whether the focus came around.
              note() {
                const one = document.activeElement;
                if (one === document.body) {
                  return false;
                }
                this.reached.add(nameOf(one));
                isFaint(one) && this.found.add('no visible focus: ' + nameOf(one));
                isHidden(one) && this.found.add('the focus is hidden: ' + nameOf(one));
                return one === this.first;
              },
              problems() {
                const missed = all(CONTROLS).filter(one => !one.matches('[role=option]') && this.expected.has(nameOf(one)) && !this.reached.has(nameOf(one)));
                const forMice = all('*').filter(one => one.isClickable && !one.matches(CONTROLS + ', :disabled, [role=option], [role=treeitem], .u-wrap'));
                return [...this.found, ...missed.map(one => 'not reached: ' + nameOf(one)), ...forMice.map(one => 'only for mice: ' + one.outerHTML.slice(0, 100))];
              },
            };""";

    private static final int[] WIDTHS_OF_DESKS = {1_280, 1_920, 3_840};

    private static final int MOST_TABS = 500;

    private static Screens screens;

    private enum Look {
        LIGHT(ColorScheme.LIGHT, Contrast.NO_PREFERENCE),
        DARK(ColorScheme.DARK, Contrast.NO_PREFERENCE),
        HIGH_CONTRAST_LIGHT(ColorScheme.LIGHT, Contrast.MORE),
        HIGH_CONTRAST_DARK(ColorScheme.DARK, Contrast.MORE);

        private final ColorScheme scheme;
        private final Contrast contrast;

        Look(ColorScheme scheme, Contrast contrast) {
            this.scheme = scheme;
            this.contrast = contrast;
        }

        /** The light look stands for all in the rules that do not depend on the colours. */
        List<String> violations(Page page) {
            show(page);
            return this == LIGHT ? Axe.violations(page) : Axe.violationsOfColours(page, contrast == Contrast.MORE);
        }

        void show(Page page) {
            page.emulateMedia(
                    new Page.EmulateMediaOptions().setColorScheme(scheme).setContrast(contrast));
        }
    }

    @BeforeAll
    static void startWeir(@TempDir Path directory) throws IOException {
        screens = new Screens(directory);
    }

    @AfterAll
    static void endWeir() {
        if (screens != null) {
            screens.close();
        }
    }

    @Test
    void everyViewIsAccessibleInEveryLookAndFitsOnDesks() {
        Page page = open();
        page.setViewportSize(1_400, 900);
        List<String> all = violations(page, List.of(Look.values()), screen -> {
            List<String> more = new ArrayList<>();
            for (int width : WIDTHS_OF_DESKS) {
                Layout.resize(page, width, width * 9 / 16);
                Layout.beyondTheScreen(page).forEach(one -> more.add(width + " pixels: " + one));
                Layout.overlaps(page).forEach(one -> more.add(width + " pixels: " + one));
            }
            Layout.resize(page, 1_400, 900);
            return more;
        });
        assertThat(all).isEmpty();
    }

    /**
     * Colours do not depend on the width, so one look stands for all. The layout follows the width of the
     * screen after the load of the page, too, so the tablet has the screens of the phone. The height of some plots
     * does not.
     */
    @Test
    void everyViewIsAccessibleOnAPhoneAndFitsOnATablet() {
        Page page = open();
        Layout.touch(page, 390, 844);
        List<String> all = violations(page, List.of(Look.LIGHT), screen -> {
            List<String> more = new ArrayList<>(Layout.smallTargets(page));
            // The reflow that WCAG asks for: no scrolling in two directions at 320 pixels. Phones do
            // not offer the view for a wall.
            if (!screen.isForWall()) {
                Layout.resize(page, 320, 844);
                more.addAll(Layout.beyondTheScreen(page));
            }
            Layout.resize(page, 768, 1_024);
            problemsOfATablet(page).forEach(one -> more.add("on a tablet, " + one));
            Layout.resize(page, 390, 844);
            return more;
        });
        assertThat(all).isEmpty();
    }

    private static List<String> problemsOfATablet(Page page) {
        List<String> problems = new ArrayList<>(Layout.beyondTheScreen(page));
        problems.addAll(Layout.smallTargets(page));
        problems.addAll(Layout.overlaps(page));
        return problems;
    }

    @Test
    void theTabKeyReachesEveryControlWithVisibleFocus() {
        Page page = open();
        page.addInitScript(TABS);
        page.setViewportSize(1_400, 500);
        List<String> all = new ArrayList<>();
        // A wall has no keyboard: its views have no controls, and clip what exceeds the screen.
        for (Screen screen :
                Screens.ALL.stream().filter(one -> !one.isForWall()).toList()) {
            screens.show(page, screen);
            problemsOfTheTabKey(page).forEach(one -> all.add(screen.name() + ": " + one));
            Screens.leave(page);
        }
        assertThat(all).isEmpty();
    }

    private static List<String> problemsOfTheTabKey(Page page) {
        page.evaluate("() => tabs.begin()");
        for (int i = 0; i < MOST_TABS; i++) {
            page.keyboard().press("Tab");
            if ((boolean) page.evaluate("() => tabs.note()")) {
                return found(page, "() => tabs.problems()");
            }
        }
        return List.of("the Tab key does not come around");
    }

    /** axe checks the contrast of texts only. */
    @Test
    void linesOfPlotsAndEdgesOfFieldsAreDistinguishable() {
        Page page = open();
        screens.show(page, Screens.named("overview"));
        for (Look look : Look.values()) {
            look.show(page);
            assertThat(found(page, FAINT_COLOURS)).as(look.name()).isEmpty();
        }
    }

    /** With the colours of the system, backgrounds and shadows are gone. */
    @Test
    void theSelectionIsVisibleWithForcedColours() {
        Page page = open();
        page.emulateMedia(new Page.EmulateMediaOptions().setForcedColors(ForcedColors.ACTIVE));
        screens.show(page, Screens.named("several alarms"));
        assertThat(page.locator(".row.marked").first()).hasCSS("outline-style", "solid");
        assertThat(page.locator("#nav a[aria-current]")).hasCSS("outline-style", "solid");
        screens.show(page, Screens.named("metrics?q=temp"));
        assertThat(page.locator("button[aria-pressed=true]").first()).hasCSS("outline-style", "solid");
        assertThat(page.locator("#nav a:not([aria-current])").first()).hasCSS("outline-style", "none");
    }

    private static Page open() {
        Page page = CHROMIUM.open().page();
        Axe.addTo(page);
        return page;
    }

    /** @param check returns further problems of the shown screen */
    private static List<String> violations(Page page, List<Look> looks, Function<Screen, List<String>> check) {
        List<String> all = new ArrayList<>();
        for (Screen screen : Screens.ALL) {
            screens.show(page, screen);
            for (Look look : looks) {
                look.violations(page).forEach(one -> all.add(screen.name() + ", " + look + ": " + one));
            }
            check.apply(screen).forEach(one -> all.add(screen.name() + ": " + one));
            Screens.leave(page);
        }
        return all;
    }

    @SuppressWarnings("unchecked")
    private static List<String> found(Page page, String script) {
        return (List<String>) page.evaluate(script);
    }
}
