package io.weir.contract.rulebook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.yaml.Mistake;
import io.weir.contract.yaml.MistakesException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The versions of the rules as {@code weir.rules} has them. Read in the background; thread-safe. */
public final class RuleBook implements Rules {
    private static final Logger LOG = LoggerFactory.getLogger(RuleBook.class);

    private static final long ANSWER_WITHIN_MILLIS = 30_000;
    private static final String REMEDY = "the rules before it go on; publish a valid file with weir rules apply FILE";

    private final String service;
    private final boolean awaitsActive;
    private final RuleTopicReader reader;
    private final Counter unusable;
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final Map<String, Optional<RuleFile>> parsed = new ConcurrentHashMap<>();
    private volatile @Nullable String active;

    /**
     * Connects to nothing before {@link #start}.
     *
     * @param service names it in logs and meters
     * @param awaitsActive whether {@link #start} waits until somebody has published rules; otherwise, without any,
     *     everything passes
     */
    public RuleBook(String service, boolean awaitsActive, KafkaSettings kafka, MeterRegistry meters) {
        this.service = service;
        this.awaitsActive = awaitsActive;
        this.reader = new RuleTopicReader(service, kafka, this::take);
        this.unusable = Counter.builder("weir.rules.unusable")
                .description("Versions of the rules that were asked for, and are missing or not valid")
                .tag("service", service)
                .register(meters);
    }

    private void take(String key, byte[] value) {
        RuleKeys.version(key).ifPresent(version -> files.put(version, value));
        if (key.equals(RuleKeys.ACTIVE)) {
            active = new String(value, UTF_8);
        }
    }

    /** {@inheritDoc} The topics must exist. */
    @Override
    public boolean start() {
        reader.start();
        boolean isRead = reader.awaitEnd() && (!awaitsActive || reader.await(() -> active != null));
        if (isRead && active == null) {
            LOG.info("{}: no rules are published, everything passes; publish some with weir rules apply FILE", service);
        }
        return isRead;
    }

    @Override
    public RuleFile active() {
        String version = active;
        return version == null ? RuleFile.passThrough() : find(version).orElseGet(RuleFile::passThrough);
    }

    /** {@inheritDoc} @throws KafkaException if Kafka does not answer, or this is closed, so that nobody knows */
    @Override
    public Optional<RuleFile> find(String version) {
        RuleFile none = RuleFile.passThrough();
        if (version.equals(none.version())) {
            return Optional.of(none);
        }
        if (!files.containsKey(version) && !reader.awaitEnd(ANSWER_WITHIN_MILLIS)) {
            throw new KafkaException("whether there are rules of version " + version + " is not known: Kafka did not"
                    + " answer within " + ANSWER_WITHIN_MILLIS / 1000 + " s, or " + service + " is being closed");
        }
        byte[] file = files.get(version);
        if (file == null) {
            return unusable(version, "are not in the topic of rules", List.of());
        }
        return parsed.computeIfAbsent(version, unread -> parse(unread, file));
    }

    private Optional<RuleFile> parse(String version, byte[] file) {
        try {
            RuleFile rules = RuleLoader.parse("rules/" + version, file);
            return rules.version().equals(version)
                    ? Optional.of(rules)
                    : unusable(version, "are a file of version " + rules.version(), List.of());
        } catch (MistakesException e) {
            return unusable(version, "are not valid", e.mistakes());
        }
    }

    private Optional<RuleFile> unusable(String version, String why, List<Mistake> mistakes) {
        unusable.increment();
        mistakes.forEach(mistake -> LOG.error("{}: {}", service, mistake));
        LOG.error("{}: rules {} {}; {}", service, version, why, REMEDY);
        return Optional.empty();
    }

    @Override
    public void close() {
        reader.close();
    }
}
