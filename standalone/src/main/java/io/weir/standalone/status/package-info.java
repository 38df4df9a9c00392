/**
 * The status of {@code weir up} while it runs. Input: the meters of this process and the health of
 * its services. Output: on a terminal a status below the log, rewritten once a second; else a line
 * a minute, if anything flowed.
 */
@NullMarked
package io.weir.standalone.status;

import org.jspecify.annotations.NullMarked;
