/**
 * Topics for people: finds a topic by a short name, reads its records, and shows their bytes as
 * text on a terminal. {@code weir state} shows and changes the farm state in its topic, and
 * {@code weir acls} writes the rights on all topics.
 *
 * <p>Input: a topic's name, {@code --bootstrap}, names and values of the farm state. Output: records,
 * a script of rights. Allowed imports: the contract, Kafka's clients, picocli.
 */
@NullMarked
package io.weir.standalone.topic;

import org.jspecify.annotations.NullMarked;
