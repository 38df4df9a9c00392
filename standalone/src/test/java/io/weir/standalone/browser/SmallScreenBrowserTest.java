package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page on a phone, and many alarms on a small screen. */
@Tag("long")
class SmallScreenBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String LONG = "/a-detector-with-a-long-name/a-crate-with-a-long-name/flp";
    private static final String VISIBLE_ROWS = """
            () => { const list = document.querySelector('.alarm-rows').getBoundingClientRect();
              return [...document.querySelectorAll('.row')].filter(row => row.getBoundingClientRect().bottom <= Math.min(list.bottom, innerHeight)).length; }""";

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();

    @AfterEach
    void close() {
        server.close();
    }

    private void raise(int count) {
        IntStream.range(0, count).forEach(i -> server.raise("hot" + LONG + i, "MAJOR", Instant.now()));
    }

    @Test
    void aRowOfAnAlarmNeedsOneLine() {
        page.setViewportSize(1_400, 900);
        raise(40);
        page.navigate(server.url("#/alarms"));
        assertThat(page.locator(".row")).hasCount(40);
        assertThat((int) page.evaluate(VISIBLE_ROWS)).isGreaterThanOrEqualTo(20);
    }

    @Test
    void aPhoneShowsSeveralAlarms() {
        Layout.touch(page, 390, 844);
        raise(40);
        for (String view : List.of("alarms", "journal", "shift", "sources", "host/flp1", "metrics?q=temp")) {
            page.navigate(server.url("#/" + view));
            assertThat(page.locator("main")).hasClass(view.replaceAll("[/?].*", ""));
            assertThat((boolean) page.evaluate("() => matchMedia('(pointer: coarse)').matches"))
                    .isTrue();
            assertThat((int) page.evaluate("() => document.documentElement.scrollWidth"))
                    .as(view)
                    .isLessThanOrEqualTo(390);
        }
        page.navigate(server.url("#/alarms"));
        assertThat(page.locator(".row")).hasCount(40);
        assertThat((int) page.evaluate(VISIBLE_ROWS)).isGreaterThanOrEqualTo(6);
    }
}
