/** The list of all stores. */
@NullMarked
package io.weir.writer.stores;

import org.jspecify.annotations.NullMarked;
