/**
 * The meters of notifications, all in one class. In: counts from every receiver. Out: a Micrometer
 * registry.
 */
@NullMarked
package io.weir.notify.meter;

import org.jspecify.annotations.NullMarked;
