package io.weir.contract.rule;

import java.util.Optional;

/**
 * The rule files of a service by version. Thread-safe.
 *
 * <p>This interface does not decide which version is active: a marker in the log activates a
 * version (see {@code BatchHeaders.rules}), so that a replay switches at the same record.
 */
public interface Rules extends AutoCloseable {

    /** The rules for a task without a stored version. */
    RuleFile active();

    /** The active rules; empty if none are published, or they are missing or unusable, which was counted and logged. */
    default Optional<RuleFile> usable() {
        return Optional.of(active());
    }

    /**
     * The rules of a version; empty if they are unavailable or unusable, which was counted and
     * logged. May wait for Kafka.
     */
    Optional<RuleFile> find(String version);

    /** Prepares the rules; may wait. Returns false if it was closed meanwhile. */
    default boolean start() {
        return true;
    }

    @Override
    default void close() {}

    /** One rule file for all versions, whatever the markers in the log. */
    static Rules fixed(RuleFile rules) {
        return new Rules() {
            @Override
            public RuleFile active() {
                return rules;
            }

            @Override
            public Optional<RuleFile> find(String version) {
                return Optional.of(rules);
            }
        };
    }
}
