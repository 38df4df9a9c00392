/**
 * What processing must write, told by plain maps and lists: slow, obvious, and knowing nothing of the code that it judges. In:
 * metrics and ticks. Out: the points of each feed. Must not import anything of processing.
 */
@NullMarked
package io.weir.processing.oracle;

import org.jspecify.annotations.NullMarked;
