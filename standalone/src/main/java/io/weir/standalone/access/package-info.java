/**
 * {@code weir acls}: the rights of each service in a Kafka that authenticates its clients.
 *
 * <p>Input: the rights that the contract declares, the Kafka that the options name. Output: a
 * script, or topics and rights in Kafka. Allowed imports: picocli, Kafka's clients, the contract.
 */
@NullMarked
package io.weir.standalone.access;

import org.jspecify.annotations.NullMarked;
