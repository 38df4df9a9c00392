/** OpenTSDB, and other servers that accept its {@code /api/put}: a data point for each number. */
@NullMarked
package io.weir.writer.store.opentsdb;

import org.jspecify.annotations.NullMarked;
