/**
 * The meters of alarming, all in one class. In: counts from both stages. Out: a Micrometer
 * registry.
 */
@NullMarked
package io.weir.alarming.meter;

import org.jspecify.annotations.NullMarked;
