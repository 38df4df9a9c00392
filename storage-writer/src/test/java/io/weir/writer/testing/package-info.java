/** Real stores for tests of this module and of others. */
@NullMarked
package io.weir.writer.testing;

import org.jspecify.annotations.NullMarked;
