/** {@code weir archive}: lists, checks, exports and deletes the files of an archive. Reads no topic. */
@NullMarked
package io.weir.standalone.archive;

import org.jspecify.annotations.NullMarked;
