/**
 * Spells line protocol: measurement, tags, fields and numbers, with the escapes that they need. In:
 * names and values of an input. Out: bytes of a line. Independent of timestamps and batches.
 */
@NullMarked
package io.weir.gateway.intake.spelling;

import org.jspecify.annotations.NullMarked;
