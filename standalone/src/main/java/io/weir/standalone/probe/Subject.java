package io.weir.standalone.probe;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A subject that the probe measures at its own period. A failing subject is logged once and
 * skipped; the others continue.
 */
final class Subject {
    private static final Logger LOG = LoggerFactory.getLogger(Subject.class);

    private static final Duration SLOW = Duration.ofSeconds(10);
    private static final Duration LEFT_OUT = Duration.ofMinutes(1);

    private final String name;
    private final Collector collector;
    private final Turn turn;
    private final Duration round;
    private Turn retry;
    private boolean isFailing;

    /**
     * @param period how often it is measured
     * @param round how often {@link #collect} is called
     */
    Subject(String name, Collector collector, Duration period, Duration round) {
        this.name = name;
        this.collector = collector;
        this.turn = Turn.every(period, round);
        this.round = round;
        this.retry = turn;
    }

    /**
     * All subjects of a host and of Weir on it. Those that are slow to read or rarely change have a
     * period of ten seconds.
     */
    static List<Subject> all(Host host, ProbeConfig config, Supplier<String> ownMeters) {
        Duration round = config.interval();
        Stream<Subject> ofWeir = Stream.concat(
                        Stream.of(new MeterPage(Optional.empty(), ownMeters)),
                        MeterPage.served(config.metersOf()).stream())
                .map(page -> new Subject(
                        page.instance().map(place -> "weir at " + place).orElse("weir"), page, SLOW, round));
        return Stream.concat(ofHost(host, config, round), ofWeir).toList();
    }

    private static Stream<Subject> ofHost(Host host, ProbeConfig config, Duration round) {
        KernelFiles files = KernelFiles.ofThisHost();
        return Stream.of(
                new Subject("cpu", new Cpu(host, config.perCore()), round, round),
                new Subject("mem", Memory.of(host), round, round),
                new Subject("swap", Swap.of(host), round, round),
                new Subject("system", SystemLoad.of(host), round, round),
                new Subject("diskio", new Disks(host, Turn.every(SLOW, round)), round, round),
                new Subject("net", new Interfaces(host, Turn.every(SLOW, round)), round, round),
                new Subject(
                        "procstat",
                        new Processes(host, files, config.processes(), Turn.every(SLOW, round)),
                        round,
                        round),
                new Subject("disk", FileSystemUse.of(host), SLOW, round),
                new Subject("temp", Temperature.of(host), SLOW, round),
                new Subject("sensors", new Sensors(files), SLOW, round),
                new Subject("edac", new MemoryErrors(files), SLOW, round),
                new Subject("net_link", new Links(files), SLOW, round),
                new Subject("disk_errors", new DiskErrors(files), SLOW, round),
                new Subject("nstat", new ProtocolErrors(files), SLOW, round));
    }

    /** Begins with the measurement of its lines. */
    String name() {
        return name;
    }

    /**
     * Called once a round; returns false if this call failed. Catches errors too: a library without
     * its native part throws them.
     */
    boolean collect(ProbeLines to) {
        if (!(isFailing ? retry : turn).comes()) {
            return true;
        }
        try {
            collector.collect(to);
            if (isFailing) {
                isFailing = false;
                LOG.info("probe reads {} again", name);
            }
            return true;
        } catch (RuntimeException | LinkageError e) {
            failed(e);
            return false;
        }
    }

    private void failed(Throwable e) {
        if (!isFailing) {
            isFailing = true;
            retry = Turn.every(LEFT_OUT, round);
            retry.comes();
            LOG.warn("probe cannot read {} ({}); it retries every minute", name, e.toString());
        }
    }
}
