/** Notifications, from the alarm topics of a real Kafka to real receivers. */
@NullMarked
package io.weir.standalone.notify;

import org.jspecify.annotations.NullMarked;
