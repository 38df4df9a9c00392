/**
 * {@code weir gateway drain}: sends the spool of a gateway whose machine is gone. Input: the
 * spool's directory. Output: records in Kafka.
 */
@NullMarked
package io.weir.standalone.drain;

import org.jspecify.annotations.NullMarked;
