/**
 * Line protocol in compressed files of a directory.
 *
 * <p>In: canonical lines of a partition. Out: a file for each range of its offsets, complete or not there. May import:
 * what directories share, zstd.
 */
@NullMarked
package io.weir.writer.store.file;

import org.jspecify.annotations.NullMarked;
