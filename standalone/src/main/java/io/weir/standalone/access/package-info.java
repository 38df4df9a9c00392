/**
 * {@code weir acls}: what each service may do in a Kafka that asks everybody who they are.
 *
 * <p>Comes in: the rights of the contract, the Kafka of the options. Goes out: commands to read, or rights and topics in Kafka. May
 * import: picocli, Kafka's clients, the contract.
 */
@NullMarked
package io.weir.standalone.access;

import org.jspecify.annotations.NullMarked;
