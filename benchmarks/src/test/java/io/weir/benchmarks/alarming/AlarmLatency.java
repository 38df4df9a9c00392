package io.weir.benchmarks.alarming;

import io.weir.benchmarks.harness.Beside;
import io.weir.benchmarks.harness.CpuShares;
import io.weir.benchmarks.harness.Hiccups;
import io.weir.benchmarks.harness.Journey;
import io.weir.benchmarks.harness.MostBySecond;
import io.weir.benchmarks.harness.Probes;
import io.weir.benchmarks.harness.Stop;
import io.weir.benchmarks.harness.Table;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.benchmarks.harness.WeirProcess;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.topic.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Measures the time from the datagram that raises or clears an alarm until a {@code read_committed}
 * consumer of {@code alarms.events} has the event. The load passes through a complete
 * {@code weir up}, with the standard workload next to it; every line of that workload is evaluated
 * too.
 */
final class AlarmLatency {
    private static final String RULES = """
            version: 1
            alarms:
              - {name: probe, match: {measurement: probe}, field: value, major: {above: 0}, chatter: off}
              - {name: cpu, match: {measurement: cpu_usage}, field: value, minor: {above: 1000000}}
            """;
    private static final Topics TOPICS = new Topics("");
    private static final List<Stop> STOPS = List.of(
            line("metrics.raw", TOPICS.raw()),
            line("metrics.alarming", TOPICS.alarming()),
            json("alarms.conditions", TOPICS.conditions(), false),
            json("alarms.conditions, committed", TOPICS.conditions(), true),
            json("alarms.events", TOPICS.events(), false),
            json("alarms.events, committed", TOPICS.events(), true));
    private static final int PER_SECOND = 50;
    private static final int ALARMS = 100;

    private final Beside beside;
    private final Probes probes;
    private final MostBySecond oldest = new MostBySecond();
    private int left;

    private AlarmLatency(Beside beside) {
        this.beside = beside;
        this.probes = new Probes(beside.end() * PER_SECOND, PER_SECOND, AlarmLatency::probe);
        this.left = beside.rates().size() * beside.seconds() * PER_SECOND;
    }

    /** @param stops whether to measure the stages in between too */
    static void measure(Beside beside, boolean stops) throws IOException, InterruptedException {
        try (TemporaryDirectory directory = TemporaryDirectory.create()) {
            Path rules = Files.writeString(directory.path().resolve("rules.yaml"), RULES);
            try (WeirProcess weir = WeirProcess.start(rules)) {
                new AlarmLatency(beside).run(weir, stops);
            }
        }
    }

    private void run(WeirProcess weir, boolean stops) throws InterruptedException {
        Thread workload = new Thread(() -> beside.send(weir.udpPort()), "workload");
        Thread probe = new Thread(() -> probes.send(weir.udpPort()), "probe");
        CpuShares shares = new CpuShares(weir.pid());
        Thread sharing = new Thread(() -> beside.share(shares), "shares");
        Hiccups hiccups = new Hiccups();
        Optional<Journey> journey =
                stops ? Optional.of(new Journey(weir.kafka(), probes.count(), STOPS)) : Optional.empty();
        try (hiccups;
                AlarmReader reader = new AlarmReader(weir.kafka())) {
            List.of(workload, probe, sharing).forEach(Thread::start);
            long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(beside.end() + 30);
            while (left > 0 && System.nanoTime() < deadlineNanos) {
                reader.poll(this::take);
            }
        }
        for (Thread thread : List.of(workload, probe, sharing)) {
            thread.join();
        }
        journey.ifPresent(Journey::close);
        print(hiccups.most(), shares, journey);
    }

    /**
     * Raises each alarm in turn and clears it in the next round; the absolute value is the number
     * of the datagram.
     */
    private static String probe(int i) {
        int value = i / ALARMS % 2 == 0 ? i + 1 : -(i + 1);
        return "probe,n=" + i % ALARMS + " value=" + value + "i "
                + Clock.systemUTC().millis() * 1_000_000;
    }

    private static Stop line(String title, String topic) {
        return new Stop(title, topic, false, "probe,n=", " value=");
    }

    private static Stop json(String title, String topic, boolean isCommitted) {
        return new Stop(title, topic, isCommitted, "\"id\":\"probe/", "\"value\":");
    }

    private void take(AlarmEvent event) {
        Double value = event.value();
        int number = value == null ? -1 : (int) Math.abs(value) - 1;
        if (event.rule().equals("probe") && number >= 0 && number < probes.count()) {
            long now = System.nanoTime();
            probes.seenNanos().set(number, now);
            if (beside.rateOf(number / PER_SECOND) >= 0) {
                left--;
                oldest.add(
                        now,
                        TimeUnit.NANOSECONDS.toMillis(now - probes.sentNanos().get(number)));
            }
        }
    }

    private void print(MostBySecond hiccups, CpuShares shares, Optional<Journey> journey) {
        Table table = new Table();
        for (int rate = 0; rate < beside.rates().size(); rate++) {
            probes.print(
                    table,
                    beside.rates().get(rate) + "/s: ",
                    beside.begin(rate),
                    beside.end(rate),
                    "from the datagram to a reader of what is committed");
        }
        table.row("a thread that slept, ms", hiccups.most(), "held up at most; " + hiccups);
        table.row("latest of each second", oldest.toString());
        journey.ifPresent(
                way -> way.print(table, probes.sentNanos(), beside.begin(0) * PER_SECOND, beside.end(0) * PER_SECOND));
        shares.print(table);
        table.print("From datagram to alarm, everything running");
    }
}
