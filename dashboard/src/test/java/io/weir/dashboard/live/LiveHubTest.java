package io.weir.dashboard.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveHubTest {
    private final LiveHub hub = new LiveHub(1_000, List.of("hostname", "host"));

    @Test
    void clientGetsOnlyTheLatestValueOfEachLine() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Client client = new Client(hub.follow(List.of(Selector.parse("cpu,hostname=a* value")), 100));
        Map<String, Double> latest = new TreeMap<>();
        for (int turn = 0; turn < 2_000; turn++) {
            String host = (random.nextBoolean() ? "a" : "b") + random.nextInt(5);
            double value = random.nextInt(1_000);
            take("cpu,hostname=" + host + " other=1,value=" + value + " " + turn + "000000", turn);
            if (host.startsWith("a")) {
                latest.put(host, value);
            }
            if (random.nextInt(20) == 0) {
                client.poll();
                assertThat(client.values).as("turn %d", turn).isEqualTo(latest);
            }
        }
        assertThat(client.updates).isLessThan(2_000);
    }

    @Test
    void clientGetsKnownSeriesThenNewOnes() {
        take("cpu,hostname=a value=1 1000000000", 1_000);
        Client client = new Client(hub.follow(List.of(Selector.parse("cpu")), 10));
        client.poll();
        assertThat(client.values).containsExactly(Map.entry("a", 1.0));

        take("cpu,hostname=b value=2 2000000000", 2_000);
        client.poll();
        assertThat(client.values).containsEntry("b", 2.0);
    }

    @Test
    void cappedSelectorIsReportedOnce() {
        Client client = new Client(hub.follow(List.of(Selector.parse("*")), 3));
        for (int i = 0; i < 10; i++) {
            take("cpu,hostname=h" + i + " value=1 1000000", 1);
            client.poll();
        }
        assertThat(client.lines).hasSize(3);
        assertThat(client.capped).isEqualTo(1);
    }

    @Test
    void costIsBoundedWithAMillionSeries() {
        LiveHub bounded = new LiveHub(20_000, List.of("hostname"));
        Client client = new Client(bounded.follow(List.of(Selector.parse("*")), 200));
        StringBuilder batch = new StringBuilder();
        for (int i = 1; i <= 1_000_000; i++) {
            batch.append("cpu,hostname=h").append(i).append(" value=1 1000000\n");
            if (i % 1_000 == 0) {
                bounded.take(batch.toString().getBytes(UTF_8), 1);
                batch.setLength(0);
                client.poll();
            }
        }
        Client late = new Client(bounded.follow(List.of(Selector.parse("cpu,hostname=h1*")), 200));
        late.poll();

        assertThat(bounded.seriesCount()).isEqualTo(20_000);
        assertThat(bounded.linesUnfollowed()).isEqualTo(980_000);
        assertThat(bounded.hosts()).hasSize(20_000);
        for (Client each : List.of(client, late)) {
            assertThat(each.lines).hasSize(200);
            assertThat(each.values).hasSize(200);
            assertThat(each.capped).isEqualTo(1);
        }
    }

    @Test
    void clientDuringNewSeriesGetsEachOnce() throws InterruptedException {
        int series = 6_000;
        List<Selector> selectors = List.of(Selector.parse("cpu first"), Selector.parse("c* s*"));
        LiveHub busy = new LiveHub(series, List.of("hostname"));
        Thread bringing = new Thread(() -> {
            for (int i = 0; i < 2 * series; i++) {
                int host = i / 2;
                String field = i % 2 == 0 ? "first" : "second";
                busy.take(("cpu,hostname=h" + host + " " + field + "=" + i + " 1000000").getBytes(UTF_8), 1);
            }
        });
        bringing.start();
        List<Client> clients = new ArrayList<>();
        while (bringing.isAlive() && clients.size() < 20) {
            clients.add(new Client(busy.follow(selectors, 2 * series)));
        }
        bringing.join();
        clients.add(new Client(busy.follow(selectors, 2 * series)));

        for (Client each : clients) {
            each.poll();
            assertThat(each.lines).hasSize(2 * series).doesNotHaveDuplicates();
            assertThat(each.updates).isEqualTo(2 * series);
        }
        clients.forEach(each -> busy.leave(each.feed));
        assertThat(busy.feedCount()).isZero();
    }

    @Test
    void newValueWakesAWaitingClient() throws InterruptedException {
        LiveFeed feed = hub.follow(List.of(Selector.parse("cpu")), 10);
        assertThat(feed.await(0)).isFalse();
        AtomicBoolean isUpdated = new AtomicBoolean();
        Thread waiting = new Thread(() -> {
            try {
                isUpdated.set(feed.await(60_000));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        waiting.start();
        take("cpu,hostname=a value=1 1000000", 1);
        waiting.join(30_000);
        assertThat(isUpdated).isTrue();
        new Client(feed).poll();
        assertThat(feed.await(0)).isFalse();
    }

    @Test
    void departedClientGetsNoValues() {
        LiveFeed feed = hub.follow(List.of(Selector.parse("cpu")), 10);
        take("cpu,hostname=a value=1 1000000", 1);
        hub.leave(feed);
        take("cpu,hostname=a value=2 2000000\ncpu,hostname=b value=2 2000000", 2);
        Client client = new Client(feed);
        client.poll();
        assertThat(client.values).containsExactly(Map.entry("a", 1.0));
        assertThat(hub.feedCount()).isZero();
    }

    @Test
    void lateValueIsIgnoredButNotAClockSetBack() {
        Client client = new Client(hub.follow(List.of(Selector.parse("cpu")), 10));
        take("cpu,hostname=a value=2 60000000000", 1);
        take("cpu,hostname=a value=1 59000000000", 2);
        client.poll();
        assertThat(client.values).containsEntry("a", 2.0);
        take("cpu,hostname=a value=3 10000000000", 3);
        client.poll();
        assertThat(client.values).containsEntry("a", 3.0);
    }

    @Test
    void textsAreTextsAndFlagsAreNumbers() {
        Client client = new Client(hub.follow(List.of(Selector.parse("link")), 10));
        take("link,hostname=a state=\"<b>up</b>\",ok=true 1000000", 1);
        client.poll();
        assertThat(client.texts).containsExactly("<b>up</b>");
        assertThat(client.values).containsExactly(Map.entry("a", 1.0));
    }

    @Test
    void arraysAreWholeAndOtherLongTextsAreCut() {
        Client client = new Client(hub.follow(List.of(Selector.parse("spectrum")), 10));
        String array = "[" + "0.25,".repeat(10_000) + "1]";
        take("spectrum,hostname=a bins=\"" + array + "\",note=\"" + "x".repeat(300) + "\" 1000000", 1);
        client.poll();
        assertThat(client.texts).containsExactlyInAnyOrder(array, "x".repeat(200) + "…");
    }

    @Test
    void expiredSeriesMakeRoomForCountedOnes() {
        LiveHub small = new LiveHub(2, List.of("hostname"));
        for (int i = 0; i < 3; i++) {
            byte[] line = ("cpu,hostname=h" + i + " value=1 1000000").getBytes(UTF_8);
            small.take(line, i);
        }
        assertThat(small.seriesCount()).isEqualTo(2);
        assertThat(small.linesUnfollowed()).isEqualTo(1);

        small.forgetBefore(1, 1);
        small.take("cpu,hostname=h2 value=1 1000000".getBytes(UTF_8), 9);
        assertThat(small.catalog(Optional.of(Selector.parse("cpu")), 10).tags())
                .containsExactly(Map.entry("hostname", List.of("h1", "h2")));
        assertThat(small.hosts()).extracting(HostView::host).containsExactlyInAnyOrder("h1", "h2");
    }

    @Test
    void catalogContainsMatchingSeries() {
        take("cpu,cpu=0,hostname=a user=1,system=2 1000000", 1);
        take("cpu,cpu=1,hostname=b user=1 1000000", 1);
        take("mem,hostname=c free=1 1000000", 1);

        Catalog all = hub.catalog(Optional.empty(), 10);
        assertThat(all.measurements()).containsExactly(Map.entry("cpu", 2), Map.entry("mem", 1));
        assertThat(all.fields()).isEmpty();

        Catalog some = hub.catalog(Optional.of(Selector.parse("cpu,hostname=a")), 10);
        assertThat(some.fields()).containsExactly("system", "user");
        assertThat(some.tags()).containsEntry("cpu", List.of("0")).containsEntry("hostname", List.of("a"));
        assertThat(hub.catalog(Optional.of(Selector.parse("cpu")), 1).more()).isTrue();
    }

    @Test
    void measuresTheRateOfEachHost() {
        hub.measure(1_000);
        take("cpu,hostname=a value=1 1000000\ncpu,hostname=a value=1 2000000\nmem,host=b value=1 1000000", 1_500);
        take("alone value=1 1000000", 1_600);
        hub.measure(3_000);
        take("cpu,hostname=a value=1 1000000", 3_500);
        hub.measure(5_000);
        assertThat(hub.hosts())
                .filteredOn(host -> host.host().equals("a"))
                .containsExactly(new HostView("hostname", "a", 0.5, 3_500, 1, 3));
        assertThat(hub.hosts()).extracting(HostView::host).containsExactlyInAnyOrder("a", "b", "");
        assertThat(hub.hosts()).extracting(HostView::tag).containsExactlyInAnyOrder("hostname", "host", "");
    }

    @Test
    void silentHostStaysWhenItsSeriesAreForgotten() {
        take("cpu,hostname=a value=1 1000000", 1_000);
        hub.recall("host", "b", 500);
        hub.recall("hostname", "a", 900);
        hub.forgetBefore(2_000, 600);
        assertThat(hub.seriesCount()).isZero();
        assertThat(hub.hosts()).containsExactly(new HostView("hostname", "a", 0, 1_000, 0, 1));
        hub.recall("hostname", "a", 1_500);
        assertThat(hub.host("a")).get().extracting(HostView::seenMillis).isEqualTo(1_500L);
        assertThat(hub.host("b")).isEmpty();
        hub.forgetBefore(2_000, 1_501);
        assertThat(hub.hosts()).isEmpty();
    }

    @Test
    void hostsSilentLongestMakeRoomForNewOnes() {
        for (int i = 0; i < 20_001; i++) {
            hub.recall("hostname", "h" + i, 10 + i);
        }
        assertThat(hub.hosts()).hasSize(19_801).extracting(HostView::host).contains("h200", "h20000");
        assertThat(hub.host("h199")).isEmpty();
        for (int i = 0; i < 200; i++) {
            hub.recall("hostname", "older" + i, 1);
        }
        assertThat(hub.hosts()).hasSize(20_000).extracting(HostView::host).contains("older198", "h200");
        take("cpu,hostname=new value=1 1000000", 1_000);
        assertThat(hub.host("new")).isPresent();
        assertThat(hub.host("older0")).isEmpty();
        assertThat(hub.host("h201")).as("seen after those recalled last").isPresent();
    }

    @Test
    void invalidSelectorIsRefusedWithARemedy() {
        assertThatThrownBy(() -> Selector.parse("cpu,hostname"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.meant()).contains("hostname=flp*"));
        assertThatThrownBy(() -> Selector.parse("")).isInstanceOf(Refusal.class);
        assertThat(Selector.parse("a\\ b,c=d e*").series().measurement()).hasToString("a b");
    }

    private void take(String lines, long receivedMillis) {
        hub.take(lines.getBytes(UTF_8), receivedMillis);
    }

    /** The data that a page would show. */
    private static final class Client implements LiveFeed.Receiver<RuntimeException> {
        private final LiveFeed feed;
        private final List<LiveFeed.Line> lines = new ArrayList<>();
        private final Map<String, Double> values = new TreeMap<>();
        private final List<String> texts = new ArrayList<>();
        private int capped;
        private int updates;

        Client(LiveFeed feed) {
            this.feed = feed;
        }

        void poll() {
            feed.take(this);
        }

        @Override
        public void lines(int first, List<LiveFeed.Line> more) {
            assertThat(first).isEqualTo(lines.size());
            lines.addAll(more);
        }

        @Override
        public void capped(int most) {
            capped++;
        }

        @Override
        public void value(int line, long millis, double value, @Nullable String text) {
            updates++;
            if (text != null) {
                texts.add(text);
            } else {
                values.put(lines.get(line).tags().get("hostname"), value);
            }
        }
    }
}
