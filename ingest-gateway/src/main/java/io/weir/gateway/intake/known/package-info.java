/**
 * Series by their bytes, so that a known series is not parsed again. In: the bytes of a series in a line.
 * Out: its canonical form and its partition. Knows no lines. Each table belongs to one thread.
 */
@NullMarked
package io.weir.gateway.intake.known;

import org.jspecify.annotations.NullMarked;
