/**
 * Alarm rules of the rule file: levels, delays, absence, composites, masks, actions, escalation. In:
 * sections of the file. Out: immutable records that validate themselves, and the readers that build
 * them. May import rules for metrics and their selectors; independent of Kafka and the YAML library.
 */
@NullMarked
package io.weir.contract.rule.alarm;

import org.jspecify.annotations.NullMarked;
