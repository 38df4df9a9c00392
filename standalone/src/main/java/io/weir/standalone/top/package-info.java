/**
 * {@code weir top}: a live view of the farm in a terminal. Input: the meters and health of services,
 * and the dashboard's API, over HTTP; keys. Output: a screen, plain text, or JSON.
 *
 * <p>{@link io.weir.standalone.top.FarmClient} asks, {@link io.weir.standalone.top.History} makes a
 * {@link io.weir.standalone.top.Snapshot} of the answers, {@link io.weir.standalone.top.Screen} the
 * lines of a screen, {@link io.weir.standalone.top.LiveTerminal} shows them. History and screen are
 * pure.
 */
@NullMarked
package io.weir.standalone.top;

import org.jspecify.annotations.NullMarked;
