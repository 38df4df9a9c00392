/**
 * {@code weir alarms}: what is alarmed now, and what changes.
 *
 * <p>Comes in: {@code alarms.state}, {@code alarms.events}. Goes out: lines of text or JSON. May import: the contract, {@code
 * topic}, picocli.
 */
@NullMarked
package io.weir.standalone.alarms;

import org.jspecify.annotations.NullMarked;
