/**
 * The input for messages of an MQTT broker (3.1.1 and 5).
 *
 * <p>In: publications of topics. Out: messages for {@code gateway.consume}, which acknowledges them,
 * and their lines, with tags from the levels of topics.
 */
@NullMarked
package io.weir.gateway.mqtt;

import org.jspecify.annotations.NullMarked;
