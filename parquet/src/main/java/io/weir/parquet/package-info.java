/**
 * Parquet files of flat columns, written column by column from arrays. The encodings and the structures of the format
 * come from parquet-java; this package arranges them into a file. It knows no measurement and no topic.
 */
@NullMarked
package io.weir.parquet;

import org.jspecify.annotations.NullMarked;
