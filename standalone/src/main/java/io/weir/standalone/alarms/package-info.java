/**
 * {@code weir alarms}: what is alarmed now, what changes, and what operators say to it.
 *
 * <p>Comes in: {@code alarms.state}, {@code alarms.events}, {@code alarms.replies}. Goes out: lines of text or JSON, commands to
 * {@code alarms.commands}. May import: the contract, {@code
 * topic}, picocli.
 */
@NullMarked
package io.weir.standalone.alarms;

import org.jspecify.annotations.NullMarked;
