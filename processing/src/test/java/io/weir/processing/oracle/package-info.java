/**
 * The expected output of processing, computed with plain maps and lists: slow, obvious and
 * independent of the tested code. In: metrics and ticks. Out: the points of each feed. Must not
 * import anything from processing.
 */
@NullMarked
package io.weir.processing.oracle;

import org.jspecify.annotations.NullMarked;
