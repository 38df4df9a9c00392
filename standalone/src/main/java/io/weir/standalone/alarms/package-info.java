/**
 * {@code weir alarms}: shows current alarms and transitions, and sends the commands of operators.
 *
 * <p>Input: {@code alarms.state}, {@code alarms.events}, {@code alarms.replies}. Output: lines of
 * text or JSON, commands to {@code alarms.commands}. Allowed imports: the contract, {@code topic},
 * picocli.
 */
@NullMarked
package io.weir.standalone.alarms;

import org.jspecify.annotations.NullMarked;
