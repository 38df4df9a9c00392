package io.weir.contract.rule;

import java.util.Optional;

/**
 * The rule files that a service may ask for by version. Thread-safe.
 *
 * <p>Which version holds is not asked here: the log says where in it a version begins to hold (see {@code
 * BatchHeaders.rules}), so that a replay switches at the same record.
 */
public interface Rules extends AutoCloseable {

    /** Those for a task that remembers none. */
    RuleFile active();

    /** Those of a version; empty if there are none that can be used, which has been counted and said. May wait for Kafka. */
    Optional<RuleFile> find(String version);

    /** Gets ready to be asked; may wait. Returns false if it was closed meanwhile. */
    default boolean start() {
        return true;
    }

    @Override
    default void close() {}

    /** One rule file for all versions: it holds whatever the log says. */
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
