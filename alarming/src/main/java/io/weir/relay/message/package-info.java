/**
 * Turns records of Weir's topics into messages: one for each line, one for each alarm. In: records.
 * Out: {@code Message}, or a refusal with its reason. Pure logic.
 */
@NullMarked
package io.weir.relay.message;

import org.jspecify.annotations.NullMarked;
