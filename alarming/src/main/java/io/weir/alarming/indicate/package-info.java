/**
 * What operators' work with alarms is measured by (ISA 18.2, EEMUA 191): how often they are called, what stands, what chatters. In:
 * transitions. Out: meters. {@code AlarmRate} and {@code Standing} are the logic; only the processor knows Kafka.
 */
@NullMarked
package io.weir.alarming.indicate;

import org.jspecify.annotations.NullMarked;
