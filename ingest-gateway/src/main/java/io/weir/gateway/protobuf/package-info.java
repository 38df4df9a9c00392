/**
 * The common part of decoders of protobuf that write lines without building messages.
 *
 * <p>In: numbers of fields. Out: their tags. Knows no schema.
 */
@NullMarked
package io.weir.gateway.protobuf;

import org.jspecify.annotations.NullMarked;
