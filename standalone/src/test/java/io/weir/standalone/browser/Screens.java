package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * Every view and dialog of the page, with content of all kinds, from a {@code weir up}: what a test
 * of all of them visits.
 */
final class Screens implements AutoCloseable {
    private static final String RULES = """
            version: 1
            suppress:
              - {name: calm, match: {measurement: still}, mode: change, heartbeat: 5m}
            # The view of rules shows comments in another colour. This one is so long that the text scrolls, on a wide screen, too: %s.
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, path: [detector, hostname], minor: {above: 80}, major: {above: 90}}
              - {name: never, match: {measurement: absent}, field: c, path: [hostname], major: {above: 90}}
            """.formatted("long ".repeat(50));

    private static final String VIEW = """
            title: Laboratory
            choose: hostname
            variables:
              detector: {measurement: temp, tag: detector, all: true}
            panels:
              - {title: Gauges, kind: gauge, metrics: temp c, unit: °C, max: 100, minor: {above: 80}, major: {above: 90}}
              - {title: Tiles, kind: tile, metrics: temp c, minor: {above: 80}, major: {above: 90}}
              - {title: Table, kind: table, metrics: temp c, minor: {above: 80}, major: {above: 90}}
              - {title: Bars, kind: bars, metrics: temp c, minor: {above: 80}, major: {above: 90}, top: 5}
              - {title: Fields, kind: table, metrics: [temp c, fan rpm]}
              - {title: Plot of $detector, metrics: ["temp,detector=$detector c", run state], min: 0, minor: {above: 80}}
            """;

    /** All screens. */
    static final List<Screen> ALL = List.of(
            new Screen("overview", ".key b"),
            new Screen("overview?wall=1", ".key b"),
            new Screen("an alarm", "alarms", ".row", Screens::selectAlarm),
            new Screen("tree of alarms", "alarms?as=tree", ".row", page -> page.locator(".row")
                    .first()
                    .click()),
            new Screen("alarms by rule", "alarms?as=rules", ".row", page -> {
                page.locator(".row").first().click();
                page.keyboard().press("ArrowRight");
                assertThat(page.locator(".row[aria-level='2']").first()).isVisible();
            }),
            new Screen("several alarms", "alarms", ".row", page -> {
                page.locator(".alarm-rows").focus();
                page.keyboard().press("Control+a");
                assertThat(page.locator(".row.marked").first()).isVisible();
            }),
            new Screen("no alarms", "alarms?filter=nothing", ".note:not(:empty)", page -> {}),
            new Screen("shelving", "alarms", ".row", page -> {
                selectAlarm(page);
                page.keyboard().press("s");
                assertThat(page.locator("dialog.ask")).isVisible();
            }),
            new Screen("alarms?wall=1", ".row"),
            new Screen("a lost connection", "alarms", ".row", page -> {
                page.context().setOffline(true);
                assertThat(page.locator("html.away")).isVisible();
            }),
            new Screen("indicators", "main td a"),
            new Screen("journal", "tbody tr"),
            new Screen("shift", "section h2"),
            new Screen("sources", "td mark"),
            new Screen("a flood", "sources", "td mark", page -> {
                page.route(
                        "**/api/alarms/calls",
                        route -> route.fulfill(new Route.FulfillOptions()
                                .setBody("{\"calls\":491,\"floodSinceMillis\":1,\"unacknowledged\":{\"MAJOR\":480}}")));
                assertThat(page.locator("#flood")).isVisible();
            }),
            new Screen("host/flp1", "main tbody .old"),
            new Screen("rules", "ol.code li"),
            new Screen("metrics?q=temp", ".legend td.number"),
            new Screen("one series", "metrics?q=temp&q=run&split=1&span=24h", ".timeline", page -> {
                page.locator(".legend tbody .plain").first().click();
                assertThat(page.locator(".legend tr.off").first()).isVisible();
            }),
            new Screen("metrics?q=temp&show=table", "table.values tbody td"),
            new Screen("metrics?q=temp&show=tiles", ".tile"),
            new Screen("metrics?q=temp&show=bars&top=5", ".bars li"),
            new Screen("metrics?q=temp&plot=stacked", ".legend td.number"),
            new Screen("metrics?q=temp&plot=multiples&by=detector", ".multiple"),
            new Screen("metrics?q=wait_seconds_bucket&plot=heat", ".heat-key .key"),
            new Screen("metrics?q=temp&wall=1", ".legend td.number"),
            new Screen("metrics?q=temp&plot=multiples&wall=1", ".multiple"),
            new Screen("view?name=lab", ".gauge"),
            new Screen("view?name=lab&wall=1", ".gauge"),
            new Screen("the editor", "view?name=lab", ".gauge", page -> {
                page.getByText("Edit", new Page.GetByTextOptions().setExact(true))
                        .first()
                        .click();
                page.locator(".drafts summary").first().click();
                assertThat(page.locator(".drafts .selector").first()).isVisible();
                page.locator(".drafts summary").nth(1).click();
                assertThat(page.locator(".drafts .bar").first()).isVisible();
                page.getByText("Show YAML").click();
                assertThat(page.locator(".editor pre").last()).containsText("title: Laboratory");
            }),
            new Screen("wall?show=view?name=lab&show=alarms", ".gauge[aria-valuenow]"),
            new Screen("wall", ".choices"),
            new Screen("view", ".tile"),
            new Screen("view?name=absent", ".error"),
            new Screen("nosuchview", ".error"),
            new Screen("the search", "sources", "td mark", page -> {
                page.keyboard().press("Control+k");
                page.locator("dialog.search input").fill("flp");
                assertThat(page.locator(".found a").first()).isVisible();
            }),
            new Screen("the help", "sources", "td mark", page -> {
                page.keyboard().press("?");
                assertThat(page.locator("dialog")).isVisible();
            }),
            new Screen("the choices for new alarms", "sources", "td mark", page -> {
                page.keyboard().press("m");
                assertThat(page.locator("dialog")).isVisible();
            }),
            new Screen("the login", "sources", "td mark", page -> {
                page.route(
                        "**/api/session",
                        route -> route.fulfill(new Route.FulfillOptions()
                                .setBody("{\"user\":null,\"may\":\"login\",\"loggedIn\":false}")));
                page.reload();
                page.locator("#who button").click();
                assertThat(page.locator("dialog")).isVisible();
            }));

    private final UpInstallation up;
    private final WeirProcess process;
    private int loads;

    /** A screen: a part of an address, the element for which the test waits, and its next action. */
    record Screen(String name, String address, String awaited, Consumer<Page> then) {
        Screen(String address, String awaited) {
            this(address, address, awaited, page -> {});
        }

        boolean isForWall() {
            return address.contains("wall=1") || address.contains("wall?");
        }
    }

    Screens(Path directory) throws IOException {
        Files.writeString(directory.resolve("rules.yaml"), RULES);
        Path views = Files.createDirectory(directory.resolve("views"));
        Files.writeString(views.resolve("lab.yaml"), VIEW);
        up = UpInstallation.probing(directory, "--rules=rules.yaml")
                .with("WEIR_DASHBOARD_VIEWS", views.toString())
                // On a slow machine, the series must outlive the test.
                .with("WEIR_DASHBOARD_SERIES_EXPIRY", "1d");
        process = up.start();
        long then = Instant.now().minus(Duration.ofMinutes(2)).toEpochMilli();
        for (int i = 1; i <= 20; i++) {
            String tags = "detector=" + (i % 2 == 0 ? "ITS" : "TPC") + ",hostname=flp" + i;
            int celsius = i == 1 ? 95 : i == 2 ? 85 : 40 + i;
            up.send("temp," + tags + " c=" + celsius + " " + then + "000000\nfan," + tags + " rpm=" + 4_000 + i);
        }
        String bucket = "wait_seconds_bucket,le=%s value=%d";
        for (String bound : List.of("0.1", "0.5", "+Inf")) {
            up.send(bucket.formatted(bound, 10) + " " + then + "000000\n"
                    + bucket.formatted(bound, 20 + bound.length()));
        }
        up.send("run,hostname=flp1 state=\"IDLE\" " + then + "000000");
        up.send("run,hostname=flp1 state=\"RUNNING\"");
        up.send("temp,hostname=flp4 c=6o.5\n" + "volts,hostname=flp3\n".repeat(20));
    }

    /** One of the screens. */
    static Screen named(String name) {
        return ALL.stream().filter(screen -> screen.name.equals(name)).findAny().orElseThrow();
    }

    /**
     * Loads the page anew, because a dialog would stay. The browser loads another query of the same
     * origin in the process of the page; a detour over another origin would cost a new process each time.
     */
    void show(Page page, Screen screen) {
        page.navigate("http://127.0.0.1:" + up.pagePort() + "/?" + ++loads + "#/" + screen.address);
        assertThat(page.locator(screen.awaited).first()).isVisible();
        screen.then.accept(page);
    }

    private static void selectAlarm(Page page) {
        page.locator(".row").first().click();
        assertThat(page.locator(".detail tbody tr").first()).isVisible();
    }

    /** Ends what a screen has changed beyond the page. */
    static void leave(Page page) {
        page.unrouteAll();
        page.context().setOffline(false);
    }

    @Override
    public void close() {
        process.close();
    }
}
