package io.weir.benchmarks.dashboard;

import com.microsoft.playwright.Page;
import io.weir.benchmarks.harness.Beside;
import io.weir.benchmarks.harness.CpuShares;
import io.weir.benchmarks.harness.Hiccups;
import io.weir.benchmarks.harness.Journey;
import io.weir.benchmarks.harness.MostBySecond;
import io.weir.benchmarks.harness.Probes;
import io.weir.benchmarks.harness.Stop;
import io.weir.benchmarks.harness.Table;
import io.weir.benchmarks.harness.WeirProcess;
import io.weir.contract.topic.Topics;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Measures the time from a datagram until its value is on the screen of a browser. It passes
 * through a complete {@code weir up}, with the standard workload next to it, which is shown live
 * and stored too. A value counts as drawn in the second animation frame after its text was set,
 * because the first one begins before the value is painted.
 */
final class DrawnLatency {
    /**
     * Series change in turn. A value that is not drawn before the next one of its series counts as
     * not seen.
     */
    private static final int SERIES = 40;

    private static final int PER_SECOND = 20;
    /** A page shows whole numbers below this without abbreviation. */
    private static final int VALUES = 1_000;

    private static final int BARE_EVERY_MILLIS = 50;
    private static final int DRAIN_EVERY_MILLIS = 500;

    private static final Topics TOPICS = new Topics("");
    private static final List<Stop> STOPS = List.of(
            new Stop("metrics.raw", TOPICS.raw(), false, "probe,s=", ",n="),
            new Stop("metrics.live", TOPICS.live(), false, "probe,s=", ",n="));

    /** Records values that arrived and were drawn: kind, value, milliseconds since 1970. */
    private static final String WATCH = """
            (() => {
              const told = [];
              window.takeTold = () => told.splice(0);
              const listen = EventSource.prototype.addEventListener;
              EventSource.prototype.addEventListener = function (event, handler) {
                listen.call(this, event, event !== 'values' ? handler : message => {
                  const now = Date.now();
                  JSON.parse(message.data).forEach(([line, millis, value]) => told.push([0, value, now]));
                  handler(message);
                });
              };
              new MutationObserver(changes => {
                const values = new Set(changes.map(({target}) => target.nodeType === Node.TEXT_NODE ? target.parentElement : target)
                  .map(element => element?.closest?.('.value')).filter(element => element).map(element => Number(element.textContent)));
                requestAnimationFrame(() => requestAnimationFrame(() => {
                  const now = Date.now();
                  values.forEach(value => told.push([1, value, now]));
                }));
              }).observe(document, {subtree: true, childList: true, characterData: true});
            })()""";

    private final Beside beside;
    private final Probes probes;
    private final AtomicLongArray arrivedNanos;
    /** Offset from wall-clock time to {@link System#nanoTime}. */
    private final long offsetNanos = System.nanoTime() - nanosOfDay();

    private DrawnLatency(Beside beside) {
        this.beside = beside;
        this.probes = new Probes(beside.end() * PER_SECOND, PER_SECOND, DrawnLatency::probe);
        this.arrivedNanos = new AtomicLongArray(probes.count());
    }

    /** Returns the seconds needed to draw {@code samples} values. */
    static int seconds(int samples) {
        return (samples + PER_SECOND - 1) / PER_SECOND;
    }

    /** @param stops whether to measure the stages in between too */
    static void measure(Beside beside, boolean stops) throws IOException, InterruptedException {
        // The workload alone has as many series as the dashboard follows by default.
        try (WeirProcess weir = WeirProcess.start(
                        Path.of("benchmarks", "plain.yaml"), List.of(), Map.of("WEIR_DASHBOARD_SERIES", "200000"));
                Chromium browser = Chromium.start();
                Client bare = new Client(URI.create(weir.page()).getPort(), "probe%20v", BARE_EVERY_MILLIS, 0)) {
            new DrawnLatency(beside).run(weir, browser, bare, stops);
        }
    }

    private void run(WeirProcess weir, Chromium browser, Client bare, boolean stops) throws InterruptedException {
        Page page = browser.page(WATCH);
        page.navigate(weir.page() + "#/metrics?q=probe%20v&show=tiles");
        Thread workload = new Thread(() -> beside.send(weir.udpPort()), "workload");
        Thread probe = new Thread(() -> probes.send(weir.udpPort()), "probe");
        CpuShares shares = new CpuShares(weir.pid());
        Thread sharing = new Thread(() -> beside.share(shares), "shares");
        Optional<Journey> journey =
                stops ? Optional.of(new Journey(weir.kafka(), probes.count(), STOPS)) : Optional.empty();
        Hiccups hiccups = new Hiccups();
        long beginNanos = System.nanoTime();
        Duration[] cpu = new Duration[beside.end() + 1];
        long[][] bareAges = new long[beside.rates().size()][0];
        List.of(workload, probe, sharing).forEach(Thread::start);
        try (hiccups) {
            for (int second = 0; second <= beside.end(); second = secondsSince(beginNanos)) {
                cpu[second] = Chromium.cpu();
                int rate = beside.rateOf(second);
                if (rate < 0) {
                    bare.begin();
                } else {
                    bareAges[rate] = bare.ages();
                }
                drain(page);
                page.waitForTimeout(DRAIN_EVERY_MILLIS);
            }
        }
        drain(page);
        journey.ifPresent(Journey::close);
        for (Thread thread : List.of(workload, probe, sharing)) {
            thread.join();
        }
        print(hiccups.most(), shares, journey, bareAges, between(cpu, beside.begin(0), beside.end(0)));
    }

    private static int secondsSince(long beginNanos) {
        return (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beginNanos);
    }

    /** If a slow page missed a second, the previous measurement counts. */
    private static double between(Duration[] cpu, int from, int to) {
        Duration first = Duration.ZERO;
        Duration last = Duration.ZERO;
        for (int second = 0; second <= to; second++) {
            if (cpu[second] != null) {
                last = cpu[second];
                first = second <= from ? last : first;
            }
        }
        return last.minus(first).toMillis() / 1e3 / (to - from);
    }

    /** The number on the page repeats; the other one is unique, for {@link Journey}. */
    private static String probe(int i) {
        return "probe,s=" + i % SERIES + " v=" + i % VALUES + ",n=" + (i + 1) + "i " + nanosOfDay();
    }

    private static long nanosOfDay() {
        Instant now = Clock.systemUTC().instant();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    private void drain(Page page) {
        for (Object told : (List<?>) page.evaluate("() => window.takeTold()")) {
            List<?> one = (List<?>) told;
            int value = number(one.get(1)).intValue();
            // The last probe sent with this value.
            int probe = probes.sent() - 1 - Math.floorMod(probes.sent() - 1 - value, VALUES);
            if (probe >= 0) {
                AtomicLongArray seen = number(one.get(0)).intValue() == 0 ? arrivedNanos : probes.seenNanos();
                seen.compareAndSet(probe, 0, number(one.get(2)).longValue() * 1_000_000 + offsetNanos);
            }
        }
    }

    private static Number number(Object value) {
        return value instanceof Number number ? number : Double.NaN;
    }

    private void print(
            MostBySecond hiccups, CpuShares shares, Optional<Journey> journey, long[][] bareAges, double browserCores) {
        Table table = new Table();
        for (int rate = 0; rate < beside.rates().size(); rate++) {
            String prefix = beside.rates().get(rate) + "/s: ";
            probes.print(table, prefix, beside.begin(rate), beside.end(rate), "from the datagram to the screen");
            int from = beside.begin(rate) * PER_SECOND;
            int to = beside.end(rate) * PER_SECOND;
            long[] ages = Arrays.stream(bareAges[rate]).sorted().toArray();
            if (ages.length > 0) {
                table.row(
                        prefix + "to a bare client, ms",
                        ages[ages.length / 2],
                        "median; 99 %: " + ages[(int) (ages.length * 0.99)]
                                + "; of the same stream, without a browser");
            }
            Journey.print(table, prefix + "to the browser", probes.sentNanos(), arrivedNanos, from, to);
            Journey.print(table, prefix + "on to the screen", arrivedNanos, probes.seenNanos(), from, to);
            journey.ifPresent(way -> Journey.print(
                    table,
                    prefix + "live to browser",
                    way.print(table, probes.sentNanos(), from, to),
                    arrivedNanos,
                    from,
                    to));
        }
        table.row("a thread that slept, ms", hiccups.most(), "held up at most");
        shares.print(table);
        table.row("cores, Chromium", browserCores, "at the first rate, as those above");
        table.print("From datagram to screen, everything running");
    }
}
