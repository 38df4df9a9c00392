package io.weir.benchmarks.dashboard;

import com.microsoft.playwright.Page;
import io.weir.benchmarks.harness.Table;
import io.weir.benchmarks.harness.WeirProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the size of the first view and the time until it shows something, with an empty cache.
 */
final class PageWeight {
    private static final int LOADS = 11;
    private static final int HOSTS = 20;

    /** Records when the verdict of the overview is on the screen. */
    private static final String WATCH = """
            new MutationObserver((changes, observer) => {
              if (document.querySelector('.verdict strong')) {
                observer.disconnect();
                requestAnimationFrame(() => requestAnimationFrame(now => window.verdictAt = now));
              }
            }).observe(document, {subtree: true, childList: true});""";

    /**
     * Returns the browser's numbers: requests, compressed kilobytes on the wire, kilobytes before
     * compression, milliseconds until the script begins to arrive, until the first paint, and until the
     * verdict.
     */
    private static final String TELL = """
            () => {
              const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
              const sum = pick => all.reduce((sum, one) => sum + pick(one), 0) / 1000;
              return [all.length, sum(one => one.transferSize), sum(one => one.decodedBodySize),
                all.find(one => one.name.endsWith('/app.js')).responseStart,
                performance.getEntriesByName('first-contentful-paint')[0].startTime, window.verdictAt];
            }""";

    private PageWeight() {}

    static void measure() throws IOException, InterruptedException {
        try (WeirProcess weir = WeirProcess.start(Path.of("benchmarks", "plain.yaml"));
                SteadySeries hosts = new SteadySeries(
                        weir.udpPort(), HOSTS, host -> "cpu,cpu=cpu-total,hostname=flp" + host + " usage_active=");
                Chromium browser = Chromium.start()) {
            hosts.start();
            List<double[]> loads = new ArrayList<>();
            for (int load = 0; load < LOADS; load++) {
                Page page = browser.page(WATCH);
                page.navigate(weir.page());
                Chromium.await(page, "key => window.verdictAt > 0 && document.querySelector(key) !== null", ".key");
                loads.add(((List<?>) page.evaluate(TELL))
                        .stream()
                                .mapToDouble(one -> ((Number) one).doubleValue())
                                .toArray());
                page.context().close();
            }
            Table table = new Table();
            table.row("requests", (long) median(loads, 0), "of the overview until it shows hosts, two streams apart");
            table.row("kB on the wire", median(loads, 1), "compressed, " + median(loads, 2) + " before compression");
            table.row("first script, ms", median(loads, 3), "begins to arrive; the first: " + loads.get(0)[3]);
            table.row(
                    "first content, ms",
                    median(loads, 4),
                    "median of " + LOADS + " loads; the first: " + loads.get(0)[4]);
            table.row("first verdict, ms", median(loads, 5), "drawn; the first: " + loads.get(0)[5]);
            table.print("The first view, Chromium " + browser.version());
        }
    }

    private static double median(List<double[]> loads, int column) {
        double[] values =
                loads.stream().mapToDouble(load -> load[column]).sorted().toArray();
        return values[values.length / 2];
    }
}
