/** Line protocol as bytes. */
@NullMarked
package io.weir.contract.line;

import org.jspecify.annotations.NullMarked;
