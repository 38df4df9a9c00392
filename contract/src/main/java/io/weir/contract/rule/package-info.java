/**
 * The rule file: what is done to which metrics, and when an alarm is raised.
 *
 * <p>In comes one YAML file; out come immutable records that validate themselves, or all mistakes of the file at once.
 * The checker, the services and their tests read the same records. May import the contract's lines, YAML sections, names of
 * the farm's state and terms of alarms;
 * knows neither Kafka nor the YAML library.
 */
@NullMarked
package io.weir.contract.rule;

import org.jspecify.annotations.NullMarked;
