/** All meters of processing. In: counts from the stages. Out: a Micrometer registry. */
@NullMarked
package io.weir.processing.meter;

import org.jspecify.annotations.NullMarked;
