package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Moves the mouse in plots, to parts of their width, and reads the range that a drag selects. */
final class PlotMouse {
    static final Pattern RANGE = Pattern.compile(".*[?&]from=(\\d+)&to=(\\d+)$");

    private final Page page;

    PlotMouse(Page page) {
        this.page = page;
    }

    void move(Locator plot, double part) {
        BoundingBox box = plot.locator(".u-over").boundingBox();
        page.mouse().move(box.x + 1 + part * (box.width - 2), box.y + box.height / 2);
    }

    /** Begins a drag in a plot, once it is drawn. */
    void press(Locator plot, double part) {
        eventually("the plot is drawn", () -> {
            move(plot, 0.5);
            move(plot, part);
            return plot.locator(".tip").isVisible();
        });
        page.mouse().down();
    }

    void release() {
        page.mouse().up();
    }

    void drag(Locator plot, double from, double to) {
        press(plot, from);
        move(plot, to);
        release();
    }

    /** The length of the range in the address. */
    long millis() {
        return limit(2) - limit(1);
    }

    long fromMillis() {
        return limit(1);
    }

    private long limit(int group) {
        assertThat(page).hasURL(RANGE);
        Matcher range = RANGE.matcher(page.url());
        assertThat(range.matches()).isTrue();
        return Long.parseLong(range.group(group));
    }
}
