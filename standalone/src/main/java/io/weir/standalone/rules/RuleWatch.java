package io.weir.standalone.rules;

import io.weir.contract.config.MistakesException;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleText;
import io.weir.contract.rulebook.RulePublisher;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.contract.service.StartException;
import io.weir.contract.service.TopicsWait;
import io.weir.contract.service.Worker;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Publishes a rule file with its tables, and publishes it again whenever the content has changed
 * and is valid. Reads the files twice a second. Warns the owner of the file if other rules are
 * active.
 */
public final class RuleWatch implements Service {
    private static final Logger LOG = LoggerFactory.getLogger(RuleWatch.class);

    private static final long POLL_EVERY_MILLIS = 500;
    private static final long END_WITHIN_MILLIS = 2_000;
    /** A query of Kafka for the active rules costs more than reading the file. */
    private static final int POLLS_PER_KAFKA_CHECK = 10;

    private static final int MISTAKES_LOGGED = 100;

    private final Path file;
    private final boolean yields;
    private final KafkaSettings kafka;
    private final RulePublisher publisher;
    private final TopicsWait topicsWait;
    private final Worker worker = new Worker("rule-watch", this::run);
    private volatile boolean isPublished;

    private final WatchedRules watched;
    private RuleText wanted;
    private String logged = "";
    private String foreign = "";

    /**
     * Does nothing before {@link #start}.
     *
     * @param read the file's content, to publish first
     * @param yields whether to leave rules that others have published active until the file is
     * edited
     */
    public RuleWatch(Path file, RuleText read, boolean yields, KafkaSettings kafka) {
        this.file = file;
        this.yields = yields;
        this.kafka = kafka;
        this.wanted = read;
        this.watched = new WatchedRules(file, read);
        this.publisher = new RulePublisher(kafka);
        this.topicsWait = new TopicsWait(name(), kafka, worker::start);
    }

    @Override
    public String name() {
        return "rules";
    }

    @Override
    public void start() {
        topicsWait.start();
    }

    @Override
    public Health health() {
        Health topics = topicsWait.health();
        return isPublished || !topics.ready() ? topics : Health.waiting("publishes the rules of " + file);
    }

    @Override
    public void close() {
        worker.end();
        topicsWait.close();
        worker.join(END_WITHIN_MILLIS);
    }

    private void run() throws InterruptedException {
        publish(Optional.empty());
        worker.pause(POLL_EVERY_MILLIS);
        for (int polls = 1; !worker.isEnding(); polls++) {
            poll();
            if (polls % POLLS_PER_KAFKA_CHECK == 0) {
                checkActive();
            }
            worker.pause(POLL_EVERY_MILLIS);
        }
    }

    /**
     * Others may publish rules too. Theirs are active until this file changes, so its owner gets a
     * warning.
     */
    private void checkActive() {
        try {
            String active = publisher.active().orElse("");
            String mine = wanted.rules().version();
            if (!active.isEmpty() && !active.equals(mine) && !active.equals(foreign)) {
                LOG.warn(
                        "rules      {} are active, published by another user, and not {} of {}: they stay"
                                + " active until the file is edited, or published with weir rules apply",
                        active,
                        mine,
                        file);
            }
            foreign = active.equals(mine) ? "" : active;
        } catch (KafkaException | StartException e) {
            LOG.debug("cannot ask Kafka for the active rules", e);
        }
    }

    private void poll() throws InterruptedException {
        RuleFile before = wanted.rules();
        try {
            Optional<RuleText> edited = watched.poll();
            if (edited.isEmpty()) {
                return;
            }
            wanted = edited.get();
        } catch (MistakesException e) {
            e.mistakes().stream().limit(MISTAKES_LOGGED).forEach(mistake -> LOG.error("rules      {}", mistake));
            LOG.error("rules      {} stay active until these mistakes are corrected", before.version());
            return;
        }
        publish(Optional.of(before));
    }

    /** Publishes the wanted rules, with retries, unless they are already active. */
    private void publish(Optional<RuleFile> before) throws InterruptedException {
        while (!worker.isEnding()) {
            try {
                RuleFile rules = wanted.rules();
                Optional<String> active = publisher.active();
                Optional<String> others = active.filter(version -> !version.equals(rules.version()));
                if (before.isEmpty() && yields && others.isPresent()) {
                    isPublished = true;
                    checkActive();
                    return;
                }
                if (active.isEmpty() || others.isPresent()) {
                    publisher.publish(wanted);
                }
                Level level =
                        before.filter(was -> RuleCounts.isKindGone(rules, was)).isPresent() ? Level.WARN : Level.INFO;
                LOG.atLevel(level)
                        .log(
                                "rules      {}{}: {}",
                                others.map(version -> version + " -> ").orElse(""),
                                rules.version(),
                                RuleCounts.of(rules, before));
                isPublished = true;
                logged = "";
                return;
            } catch (KafkaException | StartException e) {
                if (worker.isEnding()) {
                    return;
                }
                logOnce("not published yet, Kafka at " + kafka.bootstrap() + ": " + e.getMessage());
                worker.pause(POLL_EVERY_MILLIS);
            }
        }
    }

    private void logOnce(String what) {
        if (!what.equals(logged)) {
            logged = what;
            LOG.warn("rules      {}", what);
        }
    }
}
