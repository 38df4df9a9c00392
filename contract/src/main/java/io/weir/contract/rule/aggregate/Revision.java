package io.weir.contract.rule.aggregate;

import java.time.Duration;

/**
 * How results are revised: a window takes values for longer than until its result. If late values
 * arrived, the result is made again, once.
 *
 * @param after time from the result until the revised one; above zero
 * @param isForAll whether live and alarms receive revised results, too
 */
public record Revision(Duration after, boolean isForAll) {}
