package io.weir.benchmarks.dashboard;

import com.microsoft.playwright.Page;
import io.weir.benchmarks.harness.Table;
import io.weir.benchmarks.harness.WeirProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Measures how smoothly the page draws many series that change every second. */
final class Frames {
    /** Number of series that a page may show by default. */
    private static final int SOME = 200;

    private static final int WARM_UP_MILLIS = 10_000;

    /**
     * Counts frames per second, the longest time between two, and changes of figures per second.
     */
    private static final String COUNT = """
            millis => new Promise(done => {
              let frames = 0, longest = 0, changes = 0, before = performance.now();
              const begin = before;
              const observer = new MutationObserver(all => changes += all.filter(({target}) => target.matches?.('.number')).length);
              observer.observe(document.getElementById('view'), {subtree: true, childList: true});
              requestAnimationFrame(function turn() {
                const now = performance.now();
                frames++;
                longest = Math.max(longest, now - before);
                before = now;
                if (now - begin < millis) {
                  requestAnimationFrame(turn);
                } else {
                  observer.disconnect();
                  done([frames * 1000 / (now - begin), longest, changes * 1000 / (now - begin)]);
                }
              });
            })""";

    private Frames() {}

    static void measure(int series, int seconds) throws IOException, InterruptedException {
        Table table = new Table();
        try (WeirProcess weir = WeirProcess.start(
                        Path.of("benchmarks", "plain.yaml"), List.of(), Map.of("WEIR_DASHBOARD_LINES", "" + series));
                SteadySeries many = new SteadySeries(
                        weir.udpPort(), series, i -> "many,n=" + i + ",of=" + (i < SOME ? "some" : "more") + " v=");
                Chromium browser = Chromium.start()) {
            many.start();
            for (String shape : List.of("plot", "table")) {
                count(browser, weir.page(), SOME, ",of%3Dsome", shape, seconds, table);
                count(browser, weir.page(), series, "", shape, seconds, table);
            }
        }
        table.print("Frames of the page, every series at 1 Hz");
    }

    private static void count(
            Chromium browser, String at, int series, String tags, String shape, int seconds, Table table) {
        Page page = browser.page("");
        page.navigate(at + "#/metrics?q=many" + tags + "%20v&show=" + shape);
        Chromium.await(
                page,
                "count => [...document.querySelectorAll('tbody tr')].filter(row => row.offsetParent !== null).length === count",
                series);
        page.waitForTimeout(WARM_UP_MILLIS);
        Duration cpu = Chromium.cpu();
        List<?> counted = (List<?>) page.evaluate(COUNT, seconds * 1_000);
        double cores = Chromium.cpu().minus(cpu).toMillis() / 1e3 / seconds;
        String what = series + " series, " + shape + ": ";
        table.row(
                what + "frames/s",
                number(counted, 0),
                "the longest between two took " + Math.round(number(counted, 1)) + " ms");
        table.row(what + "figures/s", number(counted, 2), "that changed");
        table.row(what + "cores", cores, "of Chromium, without a graphics processor");
        page.context().close();
    }

    private static double number(List<?> of, int at) {
        return of.get(at) instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
