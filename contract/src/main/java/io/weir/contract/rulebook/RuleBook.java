package io.weir.contract.rulebook;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.config.Mistake;
import io.weir.contract.config.MistakesException;
import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleText;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MeterSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The versions of the rules in {@code weir.rules}, read in the background. Thread-safe. */
public final class RuleBook implements Rules {
    private static final Logger LOG = LoggerFactory.getLogger(RuleBook.class);

    private static final long ANSWER_WITHIN_MILLIS = 30_000;
    private static final int PARSED_KEPT = 4;
    private static final int MISTAKES_LOGGED = 100;
    private static final String REMEDY =
            "the previous rules stay active; publish a valid file with weir rules apply FILE";

    private final String service;
    private final UntilPublished untilPublished;
    private final RuleTopicReader reader;
    private final Counter unusable;
    private final RuleShelf shelf = new RuleShelf();
    /**
     * Few: a version with large tables takes much memory, and services rarely need an older version
     * than the last.
     */
    private final Map<String, Optional<LocatedRules>> parsed = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Optional<LocatedRules>> eldest) {
            return size() > PARSED_KEPT;
        }
    };

    /** The behaviour of a reader of rules while no rules are published. */
    public enum UntilPublished {
        /** {@link #start} waits for rules: this process publishes some. */
        WAIT,
        /** {@link #start} logs that all lines pass unmodified. */
        PASS_LINES,
        /** The reader only shows rules, so their absence changes nothing. */
        SHOW_NONE
    }

    /**
     * Connects only after {@link #start}.
     *
     * @param service its name in logs and meters
     * @param untilPublished the behaviour while no rules are published
     */
    public RuleBook(String service, UntilPublished untilPublished, KafkaSettings kafka, MeterRegistry meters) {
        this.service = service;
        this.untilPublished = untilPublished;
        this.reader = new RuleTopicReader(service, kafka, shelf::receive);
        this.unusable = new MeterSet(meters)
                .with("service", service)
                .counter("weir.rules.unusable", "Requested versions of the rules that are missing or invalid");
    }

    /** {@inheritDoc} The topics must exist. */
    @Override
    public boolean start() {
        reader.start();
        boolean isRead = reader.awaitEnd()
                && (untilPublished != UntilPublished.WAIT
                        || reader.await(() -> shelf.active().isPresent()));
        if (isRead
                && untilPublished == UntilPublished.PASS_LINES
                && shelf.active().isEmpty()) {
            LOG.info(
                    "{}: no rules are published, so all lines pass unmodified; publish rules with"
                            + " weir rules apply FILE",
                    service);
        }
        return isRead;
    }

    @Override
    public RuleFile active() {
        return usable().orElseGet(RuleFile::passThrough);
    }

    @Override
    public Optional<RuleFile> usable() {
        return shelf.active().flatMap(this::find);
    }

    /**
     * {@inheritDoc}
     *
     * @throws KafkaException if the rules are unknown, because Kafka does not answer or this is
     *     closed
     */
    @Override
    public Optional<RuleFile> find(String version) {
        RuleFile none = RuleFile.passThrough();
        if (version.equals(none.version())) {
            return Optional.of(none);
        }
        if (!shelf.hasAll(version) && !reader.awaitEnd(ANSWER_WITHIN_MILLIS)) {
            throw new KafkaException("rules of version " + version + " cannot be looked up: Kafka did not"
                    + " answer within " + ANSWER_WITHIN_MILLIS / 1000 + " s, or " + service + " is closing");
        }
        return shelf.file(version)
                .map(file -> parsed(version, file).map(LocatedRules::rules))
                .orElseGet(() -> unusable(version, "are missing in the topic of rules", List.of()));
    }

    /** The rules of a version, and their places; empty if they are absent or not valid. */
    public Optional<LocatedRules> located(String version) {
        return shelf.hasAll(version) ? shelf.file(version).flatMap(file -> parsed(version, file)) : Optional.empty();
    }

    /** The active version; empty if none is published or it is not known yet. */
    public Optional<String> activeVersion() {
        return shelf.active();
    }

    /** The published file of a version, byte for byte, if it has arrived; without its tables. */
    public Optional<byte[]> text(String version) {
        return shelf.file(version);
    }

    private synchronized Optional<LocatedRules> parsed(String version, byte[] file) {
        return parsed.computeIfAbsent(version, unread -> parse(unread, file));
    }

    private Optional<LocatedRules> parse(String version, byte[] file) {
        try {
            LocatedRules located = RuleText.parse("rules/" + version, file, shelf.tables(version))
                    .located();
            String written = located.rules().version();
            return written.equals(version)
                    ? Optional.of(located)
                    : unusable(version, "have the content of version " + written, List.of());
        } catch (MistakesException e) {
            return unusable(version, "are invalid", e.mistakes());
        }
    }

    private <T> Optional<T> unusable(String version, String why, List<Mistake> mistakes) {
        unusable.increment();
        mistakes.stream().limit(MISTAKES_LOGGED).forEach(mistake -> LOG.error("{}: {}", service, mistake));
        LOG.error("{}: rules {} {}; {}", service, version, why, REMEDY);
        return Optional.empty();
    }

    @Override
    public void close() {
        reader.close();
    }
}
