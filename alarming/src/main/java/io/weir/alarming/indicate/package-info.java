/**
 * Performance indicators of alarm handling (ISA 18.2, EEMUA 191): rate of operator calls, standing
 * and chattering alarms. In: transitions. Out: meters. {@code AlarmRate} and {@code Standing} are
 * the logic; only the processor depends on Kafka.
 */
@NullMarked
package io.weir.alarming.indicate;

import org.jspecify.annotations.NullMarked;
