/**
 * Topics for people: finds a topic by a short name, reads its records, and shows their bytes as
 * text on a terminal.
 *
 * <p>Input: a topic's name, {@code --bootstrap}. Output: records. Allowed imports: the contract,
 * Kafka's clients, picocli.
 */
@NullMarked
package io.weir.standalone.topic;

import org.jspecify.annotations.NullMarked;
