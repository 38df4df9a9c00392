/**
 * The common part of decoders of protobuf that write lines without building messages.
 *
 * <p>In: bodies, and numbers of fields. Out: tags of fields, and places of messages. Knows no schema.
 */
@NullMarked
package io.weir.gateway.protobuf;

import org.jspecify.annotations.NullMarked;
