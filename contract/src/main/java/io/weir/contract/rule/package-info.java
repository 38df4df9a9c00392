/**
 * The rule file: how metrics are processed, and when alarms are raised.
 *
 * <p>In: one YAML file. Out: immutable records that validate themselves, or all mistakes of the
 * file. The checker, the services and their tests use the same records. May import the contract's
 * lines, YAML sections, names of the farm state and terms of alarms; independent of Kafka and the
 * YAML library.
 */
@NullMarked
package io.weir.contract.rule;

import org.jspecify.annotations.NullMarked;
