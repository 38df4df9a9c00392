package io.weir.benchmarks.alarming;

import static java.nio.charset.StandardCharsets.US_ASCII;

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
    private static final int WARM_UP_SECONDS = 150;
    private static final int PER_SECOND = 50;
    private static final int ALARMS = 100;
    private static final long SEED = 42;

    private final AtomicLongArray sentNanos;
    private final long[] nanos;
    private final MostBySecond oldest = new MostBySecond();
    private int seen;

    private AlarmLatency(int seconds) {
        sentNanos = new AtomicLongArray((WARM_UP_SECONDS + seconds) * PER_SECOND);
        nanos = new long[seconds * PER_SECOND];
    }

    static void measure(int rate, int seconds) throws IOException, InterruptedException {
        try (TemporaryDirectory directory = TemporaryDirectory.create()) {
            Path rules = Files.writeString(directory.path().resolve("rules.yaml"), RULES);
            try (WeirProcess weir = WeirProcess.start(rules)) {
                new AlarmLatency(seconds).run(weir, rate, seconds);
            }
        }
    }

    private void run(WeirProcess weir, int rate, int seconds) throws InterruptedException {
        Load load = new Load(
                rate,
                10,
                Load.NO_LIMIT,
                TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS / 2),
                TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS / 2 + seconds));
        Thread workload = new Thread(() -> send(weir.udpPort(), load), "workload");
        Thread probe = new Thread(() -> probe(weir.udpPort()), "probe");
        Hiccups hiccups = new Hiccups();
        try (hiccups;
                AlarmReader reader = new AlarmReader(weir.kafka())) {
            workload.start();
            probe.start();
            long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS + seconds + 30);
            while (seen < nanos.length && System.nanoTime() < deadlineNanos) {
                reader.poll(this::take);
            }
        }
        workload.join();
        probe.join();
        print(rate, hiccups.most());
    }

    private static void send(int port, Load load) {
        Workload workload = new Workload(WorkloadShape.standard(SEED), (series, stamp) -> {});
        try (Wire wire = new PortsWire(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            Generator.run(
                    workload, load, new Outlet(wire, Time.system(), new Progress(System.err, false), () -> false));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
        if (event.rule().equals("probe") && number >= WARM_UP_SECONDS * PER_SECOND && seen < nanos.length) {
            long now = System.nanoTime();
            nanos[seen] = now - sentNanos.get(number);
            oldest.add(now, TimeUnit.NANOSECONDS.toMillis(nanos[seen]));
            seen++;
        }
    }

    private void print(int rate, MostBySecond hiccups) {
        Table table = new Table();
        table.row("events looked at", seen, "of " + nanos.length);
        if (seen > 0) {
            Arrays.sort(nanos, 0, seen);
            table.row("median, ms", nanos[seen / 2] / 1e6, "from the datagram to a reader of what is committed");
            table.row("99 %, ms", nanos[(int) (seen * 0.99)] / 1e6, "");
            table.row("most, ms", nanos[seen - 1] / 1e6, oldest.toString());
        }
        table.row("a thread that slept, ms", hiccups.most(), "held up at most; " + hiccups);
        table.print("From datagram to alarm, everything running, " + rate + " metrics/s beside");
    }
}
