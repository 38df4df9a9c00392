package io.weir.parquet;

/**
 * The values of a column in a row group, by row.
 *
 * @param present which rows have a value
 * @param bits numbers and booleans, as in {@link ParquetWriter#numbers}; empty for texts
 * @param texts the bytes of texts; empty for numbers
 */
public record ColumnValues(boolean[] present, long[] bits, byte[][] texts) {}
