package io.weir.dashboard.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.rule.match.WordFilter;
import io.weir.contract.topic.Rejection;
import io.weir.dashboard.live.AlarmTable;
import io.weir.dashboard.live.HostView;
import io.weir.dashboard.live.LiveHub;
import io.weir.dashboard.live.NamedRule;
import io.weir.dashboard.live.RefusedLines;
import io.weir.dashboard.live.RefusedRecord;
import io.weir.dashboard.search.Found.FoundAlarm;
import io.weir.dashboard.search.Found.FoundMetric;
import io.weir.dashboard.search.Found.Group;
import io.weir.dashboard.search.Found.Kind;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

class SearchTest {
    private static final int LIMIT = 5;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final List<NamedRule> RULES = List.of(
            new NamedRule("alarms", "hot", 3),
            new NamedRule("aggregate", "hot-mean", 7),
            new NamedRule("alarms", "off", 9));

    private final LiveHub hub = new LiveHub(200_000, List.of("hostname"));
    private final AlarmTable alarms = new AlarmTable();
    private final RefusedLines refused = new RefusedLines();
    private final Search search = new Search(hub, alarms, refused, () -> RULES);

    @Test
    void theBestMatchOfEachKindComesFirstWithTheNumberOfAll() {
        for (int i = 1; i <= 12; i++) {
            take("temp,hostname=flp" + i + " c=1");
        }
        take("temp,hostname=oldflp1 c=1");
        raise("hot/flp1", "MINOR");
        raise("hot/flp10", "MAJOR");
        Found found = find("flp1");

        Group hosts = found.groups().get(0);
        assertThat(hosts.kind()).isEqualTo(Kind.HOST);
        assertThat(hosts.rank()).isZero();
        assertThat(hosts.count()).isEqualTo(5);
        assertThat(hosts.found().stream().map(host -> ((HostView) host).host()))
                .containsExactly("flp1", "flp10", "flp11", "flp12", "oldflp1");
        assertThat(found(found, Kind.ALARM))
                .extracting(alarm -> ((FoundAlarm) alarm).id())
                .containsExactly("hot/flp1", "hot/flp10");
        assertThat(found(found, Kind.SERIES)).hasSize(5).contains("temp,hostname=flp1");
        assertThat(find("flp").groups().get(0).count()).isEqualTo(13);
        assertThat(found(find("flp"), Kind.HOST)).hasSize(LIMIT);
        assertThat(found.partial()).isFalse();
    }

    @Test
    void theKindWithTheBestMatchComesFirst() {
        take("temp,hostname=hotel1 c=1");
        take("hot,hostname=flp1 c=1");

        assertThat(find("hotel1").groups()).extracting(Group::kind).startsWith(Kind.HOST);
        assertThat(find("off").groups()).extracting(Group::kind).startsWith(Kind.RULE);
        assertThat(find("hot").groups())
                .extracting(Group::kind)
                .containsExactly(Kind.RULE, Kind.METRIC, Kind.HOST, Kind.SERIES);
        assertThat(found(find("kind=aggregate"), Kind.RULE)).containsExactly(RULES.get(1));
    }

    @Test
    void raisedAlarmsComeBeforeOthersAndTheWorstFirst() {
        raise("hot/a", "OK", "NORMAL");
        raise("hot/b", "MAJOR", "SHELVED");
        raise("hot/c", "MINOR");
        raise("hot/d", "MAJOR");

        assertThat(found(find("rule=hot"), Kind.ALARM))
                .extracting(alarm -> ((FoundAlarm) alarm).id())
                .containsExactly("hot/d", "hot/c", "hot/b", "hot/a");
    }

    @Test
    void aMetricStandsForItsSeriesUnlessTheWordsNeedTheirTags() {
        take("cpu,hostname=flp1 usage=1,idle=2");
        take("cpu,hostname=flp2 usage=1");

        assertThat(found(find("cpu"), Kind.METRIC))
                .containsExactly(
                        new FoundMetric("cpu", "", 2),
                        new FoundMetric("cpu", "idle", 1),
                        new FoundMetric("cpu", "usage", 2));
        assertThat(found(find("cpu"), Kind.SERIES)).isEmpty();
        assertThat(found(find("cpu usage"), Kind.METRIC)).containsExactly(new FoundMetric("cpu", "usage", 2));
        assertThat(found(find("cpu -idle"), Kind.METRIC)).doesNotContain(new FoundMetric("cpu", "idle", 1));
        assertThat(found(find("usage hostname=flp2"), Kind.METRIC)).isEmpty();
        assertThat(found(find("usage hostname=flp2"), Kind.SERIES)).containsExactly("cpu,hostname=flp2");
        assertThat(found(find("usage flp* -flp2"), Kind.SERIES)).containsExactly("cpu,hostname=flp1");
    }

    @Test
    void refusedLinesAreFoundByTagTheLatestFirst() {
        refused.take(new Rejection("gateway", "invalid-number", "udp 10.0.0.1", -1), bytes("temp,det=ITS c=6o"), 1);
        refused.take(new Rejection("gateway", "invalid-number", "udp 10.0.0.2", -1), bytes("temp,det=ITS2 c=7o"), 2);

        assertThat(texts("det=it*")).containsExactly("temp,det=ITS2 c=7o", "temp,det=ITS c=6o");
        assertThat(texts("det=its2")).containsExactly("temp,det=ITS2 c=7o");
        assertThat(texts("reason=invalid* -its2")).containsExactly("temp,det=ITS c=6o");
        assertThat(texts("source=*2")).containsExactly("temp,det=ITS2 c=7o");
        assertThat(texts("det=t*")).isEmpty();
    }

    private List<String> texts(String words) {
        return found(find(words), Kind.REFUSED).stream()
                .map(line -> ((RefusedRecord) line).text())
                .toList();
    }

    /** Compares hosts and series with a search that knows nothing of ranks, slots and limits. */
    @Test
    void findsWhatANaiveSearchFinds() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Map<String, Map<String, String>> all = new TreeMap<>();
        for (int i = 0; i < 1_000; i++) {
            Map<String, String> tags = new TreeMap<>();
            tags.put("hostname", "h" + random.nextInt(100));
            tags.put("rack", "r" + random.nextInt(5));
            String series =
                    "m" + random.nextInt(30) + ",hostname=" + tags.get("hostname") + ",rack=" + tags.get("rack");
            all.put(series, tags);
            take(series + " v=1");
        }
        int matching = 0;
        for (int turn = 0; turn < 60; turn++) {
            String part = "h" + random.nextInt(100);
            String rack = "r" + random.nextInt(5);
            List<String> series = all.entrySet().stream()
                    .filter(one -> one.getValue().getOrDefault("hostname", "").contains(part)
                            && rack.equals(one.getValue().get("rack")))
                    .map(Map.Entry::getKey)
                    .toList();
            TreeSet<String> hosts = all.values().stream()
                    .map(tags -> tags.getOrDefault("hostname", ""))
                    .filter(host -> host.contains(part))
                    .collect(Collectors.toCollection(TreeSet::new));
            Found found = find("rack=" + rack + " " + part.toUpperCase(Locale.ROOT));
            assertThat(count(found, Kind.SERIES))
                    .as("seed %d, %s %s", seed, part, rack)
                    .isEqualTo(series.size());
            assertThat(found(found, Kind.SERIES).stream()
                            .map(String.class::cast)
                            .toList())
                    .as("seed %d, %s %s", seed, part, rack)
                    .isEqualTo(series.stream()
                            .sorted(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
                            .limit(LIMIT)
                            .toList());
            assertThat(count(find(part), Kind.HOST))
                    .as("seed %d, %s", seed, part)
                    .isEqualTo(hosts.size());
            matching += series.size();
        }
        assertThat(matching).isPositive();
    }

    @Test
    void aSearchStopsAfterTwoSecondsAndSaysSo() {
        IntStream.range(0, 3_000).forEach(i -> take("temp,hostname=flp" + i + " c=1"));
        AtomicLong nanos = new AtomicLong();
        LongSupplier clock = () -> nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
        Found found = new Search(hub, alarms, refused, () -> RULES, clock).find(new WordFilter("flp"), LIMIT);

        assertThat(found.partial()).isTrue();
        assertThat(count(found, Kind.HOST)).isBetween(1_990, 2_000);
        assertThat(count(found, Kind.SERIES)).isZero();
    }

    @Test
    void tooManyMetricsStopASearch() {
        for (int i = 0; i < 201; i++) {
            StringBuilder line = new StringBuilder("m" + i + " ");
            for (int field = 0; field < 250; field++) {
                line.append(field == 0 ? "" : ",")
                        .append("f")
                        .append(i)
                        .append('_')
                        .append(field)
                        .append("=1");
            }
            take(line.toString());
        }
        AtomicLong still = new AtomicLong();
        Found found = new Search(hub, alarms, refused, () -> RULES, still::get).find(new WordFilter("f"), LIMIT);
        assertThat(found.partial()).isTrue();
        assertThat(count(found, Kind.METRIC)).isBetween(49_000, 50_500);
    }

    /** As a regular expression, such a word would take longer than the age of the universe. */
    @Test
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void aWordLikeARegularExpressionTakesBoundedTime() {
        IntStream.range(0, 20_000).forEach(i -> take("temp,hostname=" + "a".repeat(100) + i + " c=1"));
        for (String words : List.of("*a".repeat(99) + "b", "(a+)+$", "[", "a?".repeat(100))) {
            long beginNanos = THREADS.getCurrentThreadCpuTime();
            Found found = find(words);
            long tookMillis = (THREADS.getCurrentThreadCpuTime() - beginNanos) / 1_000_000;
            assertThat(tookMillis).as("%s: %s", words, found.groups()).isLessThan(4_000);
        }
        assertThat(count(find("(a+)+$"), Kind.SERIES)).isZero();
    }

    @Test
    void seriesThatArriveMeanwhileDisturbNoSearch() throws InterruptedException {
        IntStream.range(0, 2_500).forEach(i -> take("temp,hostname=old" + i + " c=1"));
        Thread bringing = new Thread(() -> {
            for (int i = 0; i < 5_000; i++) {
                take("temp,hostname=new" + i + " c=1,f" + i % 300 + "=1");
                take("temp,hostname=old" + i % 2_500 + " g" + i % 200 + "=1");
            }
        });
        bringing.start();
        AtomicLong still = new AtomicLong();
        Search patient = new Search(hub, alarms, refused, () -> RULES, still::get);
        int turns = 0;
        do {
            assertThat(count(patient.find(new WordFilter("hostname=old*"), LIMIT), Kind.SERIES))
                    .isEqualTo(2_500);
            turns++;
        } while (bringing.isAlive() && turns < 1_000);
        bringing.join();
        assertThat(count(patient.find(new WordFilter("hostname=new*"), LIMIT), Kind.SERIES))
                .isEqualTo(5_000);
    }

    private Found find(String words) {
        return search.find(new WordFilter(words), LIMIT);
    }

    private static List<Object> found(Found found, Kind kind) {
        return group(found, kind)
                .<List<Object>>map(group -> new ArrayList<>(group.found()))
                .orElse(List.of());
    }

    private static int count(Found found, Kind kind) {
        return group(found, kind).map(Group::count).orElse(0);
    }

    private static Optional<Group> group(Found found, Kind kind) {
        return found.groups().stream().filter(group -> group.kind() == kind).findFirst();
    }

    private void take(String line) {
        hub.take(bytes(line + " 1000000"), 1);
    }

    private void raise(String id, String severity) {
        raise(id, severity, "UNACKNOWLEDGED");
    }

    private void raise(String id, String severity, String to) {
        alarms.onState(AlarmJson.readEvent(("{'id':'" + id + "','transition':'" + id
                        + "#1','rule':'hot','ruleVersion':'v1','to':'" + to
                        + "','severity':'" + severity + "','value':1.0,'threshold':0.0,'message':'m','guidance':'',"
                        + "'tags':{},'eventTime':'1970-01-01T00:00:01Z','decisionTime':'1970-01-01T00:00:01Z'}")
                .replace('\'', '"')
                .getBytes(UTF_8)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
