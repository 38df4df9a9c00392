package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.Severity;

/**
 * A transition, forwarded to the listening nodes of the same task.
 *
 * @param before severity before the transition; the event contains the one after it
 */
public record AlarmTransitioned(AlarmEvent event, Severity before) {}
