package io.weir.benchmarks.alarming;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.benchmarks.CpuShares;
import io.weir.benchmarks.Hiccups;
import io.weir.benchmarks.MostBySecond;
import io.weir.benchmarks.Table;
import io.weir.benchmarks.TemporaryDirectory;
import io.weir.benchmarks.WeirProcess;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.standalone.send.Generator;
import io.weir.standalone.send.Load;
import io.weir.standalone.send.Outlet;
import io.weir.standalone.send.PortsWire;
import io.weir.standalone.send.Progress;
import io.weir.standalone.send.Time;
import io.weir.standalone.send.Wire;
import io.weir.standalone.send.Workload;
import io.weir.standalone.send.WorkloadShape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * How long it takes from the datagram that raises or clears an alarm until a reader of {@code alarms.events}, of what is
 * committed, has the event: through a whole {@code weir up}, with the standard workload beside it, of which every line is judged
 * too.
 */
final class AlarmLatency {
    private static final String RULES = """
            version: 1
            alarms:
              - {name: probe, match: {measurement: probe}, field: value, major: {above: 0}, chatter: off}
              - {name: cpu, match: {measurement: cpu_usage}, field: value, minor: {above: 1000000}}
            """;
    private static final int SETTLE_SECONDS = 15;
    private static final int PER_SECOND = 50;
    private static final int ALARMS = 100;
    private static final long SEED = 42;

    private final List<Integer> rates;
    private final int warmUp;
    private final int seconds;
    private final AtomicLongArray sentNanos;
    private final AtomicLongArray seenNanos;
    private final MostBySecond oldest = new MostBySecond();
    private int left;

    private AlarmLatency(List<Integer> rates, int warmUp, int seconds) {
        this.rates = rates;
        this.warmUp = warmUp;
        this.seconds = seconds;
        this.sentNanos = new AtomicLongArray(end(rates.size() - 1) * PER_SECOND);
        this.seenNanos = new AtomicLongArray(sentNanos.length());
        this.left = rates.size() * seconds * PER_SECOND;
    }

    /** At one rate after the other, of which the first has the warm-up; with {@code stops}, also on the way. */
    static void measure(List<Integer> rates, int warmUp, int seconds, boolean stops)
            throws IOException, InterruptedException {
        try (TemporaryDirectory directory = TemporaryDirectory.create()) {
            Path rules = Files.writeString(directory.path().resolve("rules.yaml"), RULES);
            try (WeirProcess weir = WeirProcess.start(rules)) {
                new AlarmLatency(rates, warmUp, seconds).run(weir, stops);
            }
        }
    }

    /** The second in which that rate's time begins to count. */
    private int begin(int rate) {
        return warmUp + rate * (seconds + SETTLE_SECONDS);
    }

    private int end(int rate) {
        return begin(rate) + seconds;
    }

    private void run(WeirProcess weir, boolean stops) throws InterruptedException {
        Thread workload = new Thread(() -> send(weir.udpPort()), "workload");
        Thread probe = new Thread(() -> probe(weir.udpPort()), "probe");
        CpuShares shares = new CpuShares(weir.pid());
        Thread sharing = new Thread(() -> share(shares), "shares");
        Hiccups hiccups = new Hiccups();
        Optional<Journey> journey =
                stops ? Optional.of(new Journey(weir.kafka(), sentNanos.length())) : Optional.empty();
        try (hiccups;
                AlarmReader reader = new AlarmReader(weir.kafka())) {
            List.of(workload, probe, sharing).forEach(Thread::start);
            long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(end(rates.size() - 1) + 30);
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

    private void send(int port) {
        Workload workload = new Workload(WorkloadShape.standard(SEED), (series, stamp) -> {});
        try (Wire wire = new PortsWire(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            long rising = warmUp / 2;
            long full = warmUp - rising + seconds;
            for (int rate : rates) {
                Load load = new Load(
                        rate, 10, Load.NO_LIMIT, TimeUnit.SECONDS.toNanos(rising), TimeUnit.SECONDS.toNanos(full));
                Generator.run(
                        workload, load, new Outlet(wire, Time.system(), new Progress(System.err, false), () -> false));
                rising = 0;
                full = (long) SETTLE_SECONDS + seconds;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Looks at Weir's threads at the begin and the end of the first rate's time. */
    private void share(CpuShares shares) {
        try {
            TimeUnit.SECONDS.sleep(begin(0));
            shares.begin();
            TimeUnit.SECONDS.sleep(seconds);
            shares.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Each alarm in turn is raised, and the next time round cleared; the value's magnitude is the number of the datagram. */
    private void probe(int port) {
        try (DatagramSocket socket = new DatagramSocket()) {
            long beginNanos = System.nanoTime();
            for (int i = 0; i < sentNanos.length(); i++) {
                long due = beginNanos + i * (1_000_000_000L / PER_SECOND);
                for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
                    LockSupport.parkNanos(early);
                }
                int value = i / ALARMS % 2 == 0 ? i + 1 : -(i + 1);
                byte[] line = ("probe,n=" + i % ALARMS + " value=" + value + "i "
                                + Clock.systemUTC().millis() * 1_000_000)
                        .getBytes(US_ASCII);
                sentNanos.set(i, System.nanoTime());
                socket.send(new DatagramPacket(line, line.length, InetAddress.getLoopbackAddress(), port));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(AlarmEvent event) {
        Double value = event.value();
        int number = value == null ? -1 : (int) Math.abs(value) - 1;
        if (event.rule().equals("probe") && number >= 0 && number < sentNanos.length()) {
            long now = System.nanoTime();
            seenNanos.set(number, now);
            int second = number / PER_SECOND;
            for (int rate = 0; rate < rates.size(); rate++) {
                if (second >= begin(rate) && second < end(rate)) {
                    left--;
                    oldest.add(now, TimeUnit.NANOSECONDS.toMillis(now - sentNanos.get(number)));
                }
            }
        }
    }

    private void print(MostBySecond hiccups, CpuShares shares, Optional<Journey> journey) {
        Table table = new Table();
        for (int rate = 0; rate < rates.size(); rate++) {
            print(table, rate);
        }
        table.row("a thread that slept, ms", hiccups.most(), "held up at most; " + hiccups);
        table.row("latest of each second", oldest.toString());
        journey.ifPresent(way -> way.print(table, sentNanos, begin(0) * PER_SECOND, end(0) * PER_SECOND));
        shares.print(table);
        table.print("From datagram to alarm, everything running");
    }

    private void print(Table table, int rate) {
        long[] nanos = new long[seconds * PER_SECOND];
        int count = 0;
        for (int probe = begin(rate) * PER_SECOND; probe < end(rate) * PER_SECOND; probe++) {
            if (seenNanos.get(probe) != 0) {
                nanos[count++] = seenNanos.get(probe) - sentNanos.get(probe);
            }
        }
        Arrays.sort(nanos, 0, count);
        String beside = rates.get(rate) + "/s: ";
        table.row(beside + "events looked at", count, "of " + nanos.length);
        if (count > 0) {
            table.row(
                    beside + "median, ms",
                    nanos[count / 2] / 1e6,
                    "from the datagram to a reader of what is committed");
            table.row(beside + "99 %, ms", nanos[(int) (count * 0.99)] / 1e6, "");
            table.row(beside + "most, ms", nanos[count - 1] / 1e6, "");
        }
    }
}
