package io.weir.gateway.zabbix;

import io.weir.contract.rule.match.Glob;
import java.time.Duration;

/**
 * An item that active agents measure.
 *
 * @param host the hosts that measure it
 * @param delay the interval between two values, in whole seconds
 */
public record ActiveCheck(Glob host, String key, Duration delay) {}
