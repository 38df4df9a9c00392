/** {@code weir archive}: lists, checks, exports, restores and deletes archived lines. Reads no topic. */
@NullMarked
package io.weir.standalone.archive;

import org.jspecify.annotations.NullMarked;
