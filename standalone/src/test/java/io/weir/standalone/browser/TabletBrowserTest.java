package io.weir.standalone.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.weir.standalone.browser.Screens.Screen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Every view and dialog fits on a tablet of 768 pixels, and is operated by fingers. */
@Tag("long")
class TabletBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    @Test
    void everyViewFitsOnATablet(@TempDir Path directory) throws IOException {
        Page page = CHROMIUM.open().page();
        Layout.touch(page, 768, 1_024);
        List<String> all = new ArrayList<>();
        try (Screens screens = new Screens(directory)) {
            for (Screen screen : Screens.ALL) {
                screens.show(page, screen);
                problems(page).forEach(one -> all.add(screen.name() + ": " + one));
                Screens.leave(page);
            }
        }
        assertThat(all).isEmpty();
    }

    private static List<String> problems(Page page) {
        List<String> problems = new ArrayList<>(Layout.beyondTheScreen(page));
        problems.addAll(Layout.smallTargets(page));
        problems.addAll(Layout.overlaps(page));
        return problems;
    }
}
