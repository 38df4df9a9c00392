package io.weir.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.contract.service.TopicsWait;
import io.weir.gateway.intake.GatewayCounts;
import io.weir.gateway.intake.HandOff;
import io.weir.gateway.intake.IntakeSettings;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.SharedParts;
import io.weir.gateway.intake.StampClock;
import io.weir.gateway.publish.ProducerSettings;
import io.weir.gateway.publish.Publisher;
import io.weir.gateway.udp.UdpReceiver;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The gateway as a service: from the socket to acknowledged records. Receives from the start, whether Kafka is there yet or not. */
public final class GatewayService implements Service {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayService.class);

    private final GatewayConfig config;
    private final KafkaSettings kafka;
    private final GatewayMeters meters;
    private final GatewayCounts counts = new GatewayCounts();
    private final StampClock stamps = new StampClock();
    private final HandOff handOff;
    private final Publisher publisher;
    private final TopicsWait topics;
    private final ScheduledExecutorService reporter = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "weir-gateway-report");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable UdpReceiver receiver;
    private @Nullable LossReport report;

    /** Neither opens a socket nor needs Kafka before {@link #start}. */
    public GatewayService(GatewayConfig config, KafkaSettings kafka, MeterRegistry meters) {
        this.config = config;
        this.kafka = kafka;
        this.meters = new GatewayMeters(meters);
        this.handOff = new HandOff(config.handOffBytes());
        String compression = config.compression().name().toLowerCase(Locale.ROOT);
        this.publisher =
                new Publisher(handOff, counts, kafka.topics(), ProducerSettings.of(kafka, config.id(), compression));
        this.topics = new TopicsWait("gateway", kafka, publisher::start);
    }

    @Override
    public String name() {
        return "gateway";
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The report throws nothing, and ends with its executor.
    public synchronized void start() {
        UdpReceiver opened = UdpReceiver.open(config.udp(), this::intake);
        receiver = opened;
        meters.bind(counts, handOff, opened);
        LossReport losses = new LossReport(counts, opened::kernelDrops, opened::lastRefusal);
        report = losses;
        reporter.scheduleAtFixedRate(() -> report(losses), 1, 1, TimeUnit.SECONDS);
        topics.start();
        LOG.info(
                "gateway listens udp={}:{} sockets={} receive-buffer={} id={}",
                config.udp().host(),
                opened.port(),
                opened.loops(),
                opened.receiveBufferBytes(),
                config.id());
    }

    private LineIntake intake(int loop) {
        IntakeSettings settings = config.intake(kafka.partitions(), config.udp().loops());
        SharedParts shared = new SharedParts(handOff, stamps, counts);
        return new LineIntake(settings, shared, config.id() + "/" + loop);
    }

    private static void report(LossReport losses) {
        losses.next().ifPresent(said -> LOG.warn("{}", said));
    }

    /** The address that it listens on, as it was configured: {@code *} is every one. */
    public String udpHost() {
        return config.udp().host();
    }

    /** The UDP port that is open, also if the configuration leaves the choice to the system. */
    public synchronized int udpPort() {
        return Objects.requireNonNull(receiver, "not started").port();
    }

    /** What became of every line so far. */
    public GatewayCounts counts() {
        return counts;
    }

    @Override
    public Health health() {
        Health health = topics.health();
        if (health.ready() && handOff.waitingBytes() > config.handOffBytes() / 2) {
            return Health.waiting("Kafka takes less than comes in");
        }
        return health;
    }

    @Override
    public synchronized void close() {
        topics.close();
        UdpReceiver opened = receiver;
        if (opened != null && report != null) {
            report(report); // The kernel forgets its drops with the sockets.
            opened.close();
        }
        publisher.close();
        reporter.shutdown();
        if (opened != null && report != null) {
            report(report);
            LOG.info(
                    "gateway ended lines={} rejected={} dropped={} acknowledged={} lost={}",
                    counts.lines.sum(),
                    counts.rejected.total(),
                    counts.dropped.total(),
                    counts.acknowledged.sum(),
                    counts.lost.total());
        }
        receiver = null;
        report = null;
    }
}
