package io.weir.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.contract.service.Service;
import io.weir.contract.service.StartException;
import io.weir.contract.service.TopicsWait;
import io.weir.gateway.intake.GatewayTime;
import io.weir.gateway.intake.SharedParts;
import io.weir.gateway.intake.batch.Pressure;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.partial.PartialMemory;
import io.weir.gateway.intake.stamp.ReceiveClock;
import io.weir.gateway.intake.stamp.StampClock;
import io.weir.gateway.kafka.BrokerClock;
import io.weir.gateway.kafka.StateReader;
import io.weir.gateway.message.UdpMessageSettings;
import io.weir.gateway.publish.KafkaTarget;
import io.weir.gateway.publish.ProducerSettings;
import io.weir.gateway.publish.Publisher;
import io.weir.gateway.publish.SpoolState;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.spool.Disk;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway as a service: from its inputs to acknowledged records. Receives from the start, even
 * before Kafka is available.
 */
public final class GatewayService implements Service {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayService.class);

    private static final String UDP = "udp";

    private final GatewayConfig config;
    private final GatewayMeters meters;
    private final RejectedRecords rejected;
    private final Map<String, InputCounts> counts = new ConcurrentSkipListMap<>();
    private final PublishQueue queue;
    private final ReceiveClock clock;
    private final BrokerClock brokerClock;
    private final PartialMemory partials;
    private final GatewayTime time;
    private final InputLimits limits;
    private final SourceReport sources;
    private final OpenInput.Context context;
    private final Publisher publisher;
    private final StateReader state;
    private final TopicsWait topics;
    private final List<OpenInput> inputs = new ArrayList<>();
    private final List<LossReport> losses = new ArrayList<>();
    private final ScheduledExecutorService everySecond = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "weir-gateway-seconds");
        thread.setDaemon(true);
        return thread;
    });
    private boolean isClosed;

    /** Opens no socket and needs no Kafka before {@link #start}. */
    public GatewayService(GatewayConfig config, KafkaSettings kafka, MeterRegistry meters) {
        this(config, kafka, meters, Clock.systemUTC());
    }

    /** With a wall clock other than the machine's. */
    public GatewayService(GatewayConfig config, KafkaSettings kafka, MeterRegistry meters, Clock wall) {
        this(config, kafka, meters, wall, UnaryOperator.identity());
    }

    /** {@code disk} returns the disk that the spool uses, given that of the spool's directory. */
    public GatewayService(
            GatewayConfig config, KafkaSettings kafka, MeterRegistry meters, Clock wall, UnaryOperator<Disk> disk) {
        this.config = config;
        this.clock = new ReceiveClock(wall, System::nanoTime);
        this.brokerClock = new BrokerClock(kafka, config.id(), clock);
        this.rejected = new RejectedRecords("gateway", kafka);
        this.meters = new GatewayMeters(meters);
        this.queue = new PublishQueue(config.queueBytes(), new Pressure(config.shedding()));
        this.partials = new PartialMemory(config.aggregateBytes());
        this.time = new GatewayTime(queue, kafka.partitions());
        this.limits = new InputLimits(config, System::nanoTime);
        this.sources = new SourceReport(limits.ofGateway(), limits.apart());
        this.context = new OpenInput.Context(
                config.id(),
                config.intake(kafka.partitions()),
                new SharedParts(queue, new StampClock(), partials, limits.ofGateway()),
                time,
                clock,
                config.lingerNanos(),
                kafka,
                new MissedRecords("gateway", meters, rejected),
                config.spool().directory());
        config.inputs().forEach(input -> counts.put(input.name(), new InputCounts(input.name())));
        String compression = config.compression().name().toLowerCase(Locale.ROOT);
        KafkaTarget target = new KafkaTarget(
                kafka.topics(), config.id(), kafka.partitions(), ProducerSettings.of(kafka, config.id(), compression));
        this.publisher = new Publisher(queue, target, config.spool(), disk, clock, this::countsOfSpooled);
        this.state = new StateReader(kafka, queue, clock);
        this.topics = new TopicsWait("gateway", kafka, this::connect);
    }

    @Override
    public String name() {
        return "gateway";
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The task throws nothing, ends with its executor.
    public synchronized void start() {
        meters.bind(queue, limits);
        meters.bind(partials);
        meters.bind(publisher.figures());
        meters.bindState(state.unusable());
        meters.bind(clock);
        config.warning().ifPresent(LOG::warn);
        openInputs();
        // After the inputs, which fail if a port is taken: the spool creates a directory.
        publisher.start();
        everySecond.scheduleAtFixedRate(this::everySecond, 1, 1, TimeUnit.SECONDS);
        topics.start();
        LOG.info("gateway id={}", config.id());
    }

    private void connect() {
        brokerClock.start();
        state.start();
        // Batches that were received before need other receive times if the clock is wrong.
        brokerClock.awaitTime();
        clock.check();
        publisher.connect();
    }

    /** Opens all inputs; reports all that failed in one exception. */
    private void openInputs() {
        List<String> mistakes = new ArrayList<>();
        for (InputSettings settings : config.inputs()) {
            try {
                OpenInput opened =
                        new OpenInput(settings, counts(settings.name()), context.with(limits.of(settings.name())));
                inputs.add(opened);
                meters.bind(opened);
                losses.add(new LossReport(opened.counts(), opened.input()::kernelDrops));
                LOG.info(
                        "gateway listens input={} {}",
                        settings.name(),
                        opened.input().listens());
            } catch (StartException e) {
                mistakes.add(String.valueOf(e.getMessage()));
            }
        }
        if (!mistakes.isEmpty()) {
            throw new StartException(String.join("\n", mistakes));
        }
    }

    private synchronized void everySecond() {
        if (!isClosed) {
            clock.check();
            if (clock.isRight()) {
                long lost = inputs.stream().mapToLong(OpenInput::lost).sum();
                time.tick(clock.nowNanos() / 1_000_000, lost);
            } else {
                time.flush();
            }
            logLosses();
        }
    }

    /**
     * Writes one log line for all inputs, so that a flood of bad packets does not flood the log.
     */
    private void logLosses() {
        List<String> parts = new ArrayList<>();
        for (LossReport loss : losses) {
            loss.next().ifPresent(words -> parts.add("input " + loss.input() + ": " + words));
        }
        sources.next(!parts.isEmpty()).ifPresent(parts::add);
        if (!parts.isEmpty()) {
            LOG.warn("{}", String.join("; ", parts));
        }
    }

    /**
     * The configured address of the input {@code udp}; {@code *} is every address. Empty if there
     * is no such input.
     */
    public Optional<String> udpHost() {
        return config.inputs().stream()
                .filter(input -> input.name().equals(UDP))
                .map(input -> ((UdpMessageSettings) input).socket().host())
                .findFirst();
    }

    /**
     * The UDP port for line protocol, also if the configuration leaves the choice to the system.
     */
    public int udpPort() {
        return port(UDP);
    }

    /** The open port of an input. */
    public synchronized int port(String input) {
        return inputs.stream()
                .filter(open -> open.counts().input().equals(input))
                .map(open -> open.input().port())
                .flatMapToInt(OptionalInt::stream)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no open port of input " + input));
    }

    /** The counts of an input. */
    public InputCounts counts(String input) {
        InputCounts found = counts.get(input);
        if (found == null) {
            throw new IllegalArgumentException("no input is called " + input + "; there are " + counts.keySet());
        }
        return found;
    }

    /**
     * Creates counts on demand, because the spool may hold lines of an input that is no longer
     * configured.
     */
    private InputCounts countsOfSpooled(String input) {
        return counts.computeIfAbsent(input, former -> {
            InputCounts started = new InputCounts(former);
            meters.bind(started);
            return started;
        });
    }

    @Override
    public Map<String, Supplier<String>> pages() {
        return Map.of("/sources", sources::page);
    }

    @Override
    public Health health() {
        if (publisher.isDead()) {
            return Health.dead("the publisher ended after an internal error; see the log");
        }
        Health health = topics.health();
        SpoolState spool = publisher.figures().state();
        if (health.live() && !spool.isDirect()) {
            return Health.waiting((health.ready() ? "" : health.detail() + "; ") + spool.text() + droppedClasses());
        }
        String wrongClock = clock.wrong();
        if (health.ready() && wrongClock != null) {
            return Health.waiting(wrongClock);
        }
        if (health.ready() && queue.waitingBytes() > config.queueBytes() / 2) {
            return Health.waiting("Kafka accepts less than the gateway receives" + droppedClasses());
        }
        return health;
    }

    private String droppedClasses() {
        List<Glob> classes = queue.pressure().droppedClasses();
        return classes.isEmpty()
                ? ""
                : "; there is little room, so "
                        + classes.stream().map(Glob::pattern).collect(Collectors.joining(" and ")) + " are dropped";
    }

    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        everySecond.shutdown();
        brokerClock.close();
        topics.close();
        state.close();
        logLosses(); // The kernel forgets its drop counts with the sockets.
        inputs.forEach(OpenInput::close);
        publisher.close();
        rejected.close();
        logLosses();
        inputs.forEach(input -> logEnd(input.counts()));
    }

    private static void logEnd(InputCounts counts) {
        LOG.info(
                "gateway ended input={} lines={} aggregated={} aggregates={} rejected={} dropped={} acknowledged={}"
                        + " lost={} spooled={} recovered={}",
                counts.input(),
                counts.lines.sum(),
                counts.aggregated.sum(),
                counts.aggregates.sum(),
                counts.rejected.total(),
                counts.dropped.total(),
                counts.acknowledged.sum(),
                counts.lost.total(),
                counts.spooled.sum(),
                counts.recovered.sum());
    }
}
