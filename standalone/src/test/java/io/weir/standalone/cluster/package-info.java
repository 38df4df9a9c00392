/** Services in processes of their own at a Kafka of three brokers, any of which ends, or is killed, under load. */
@NullMarked
package io.weir.standalone.cluster;

import org.jspecify.annotations.NullMarked;
