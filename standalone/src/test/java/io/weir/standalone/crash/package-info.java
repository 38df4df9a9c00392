/**
 * Tests that kill processes repeatedly. Input: random records and kills. Output: stored lines and
 * alarm events, which must equal those of an uninterrupted run.
 */
@NullMarked
package io.weir.standalone.crash;

import org.jspecify.annotations.NullMarked;
