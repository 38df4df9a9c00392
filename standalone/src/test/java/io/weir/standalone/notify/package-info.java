/**
 * Tests of notifications. Input: the alarm topics of a real Kafka. Output: alerts and requests at
 * real receivers.
 */
@NullMarked
package io.weir.standalone.notify;

import org.jspecify.annotations.NullMarked;
