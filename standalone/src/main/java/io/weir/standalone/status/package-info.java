/**
 * What {@code weir up} shows while it runs. In: the meters of this process and the health of its services. Out: on a
 * terminal a status below the log, rewritten once a second; else a line a minute, if anything flowed.
 */
@NullMarked
package io.weir.standalone.status;

import org.jspecify.annotations.NullMarked;
