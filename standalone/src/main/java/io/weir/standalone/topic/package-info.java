/**
 * Topics for people: which one is meant, its records, and their bytes as text for a terminal.
 *
 * <p>Comes in: a topic's name, {@code --bootstrap}. Goes out: records. May import: the contract, Kafka's clients, picocli.
 */
@NullMarked
package io.weir.standalone.topic;

import org.jspecify.annotations.NullMarked;
