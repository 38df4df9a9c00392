package io.weir.alarming.life;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.Severity;

/**
 * A transition, as the nodes of the task hear of it that listen to what alarms do.
 *
 * @param before the severity of which the event tells what came after
 */
public record Moved(AlarmEvent event, Severity before) {}
