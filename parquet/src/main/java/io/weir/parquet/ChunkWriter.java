package io.weir.parquet;

import io.weir.parquet.Column.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter.DoubleByteStreamSplitValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesWriter;
import org.apache.parquet.column.values.plain.BooleanPlainValuesWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of one column of a row group: a dictionary if they have few different values, else the encoding
 * that suits their type. Reused; used by one thread.
 */
final class ChunkWriter {
    private static final int PAGE_ROWS = 1 << 16;
    private static final int SLAB = 1 << 12;
    /** A hint for the growth of buffers, not a limit. */
    private static final int MOST_PAGE = 1 << 24;
    /** Longer texts are not bounds of a column. */
    private static final int LONGEST_BOUND = 64;

    private final PageWriter pages;
    private final NumberDictionary numbers = new NumberDictionary();

    ChunkWriter(PageWriter pages) {
        this.pages = pages;
    }

    /** Encodes the next value of a page. */
    private interface Encoder {
        Encoding encoding();

        void write(int value);

        BytesInput page() throws IOException;
    }

    /** Writes {@code count} numbers as bits; {@code present} is null if each of the {@code rows} has one. */
    ColumnMetaData numbers(Column column, long[] bits, int count, int rows, boolean @Nullable [] present)
            throws IOException {
        pages.begin();
        Encoder encoder;
        if (column.kind() == Kind.BOOLEAN) {
            encoder = booleans(bits);
        } else if (column.kind() != Kind.TIME && numbers.read(bits, count)) {
            ByteBuffer dictionary =
                    ByteBuffer.allocate(numbers.size() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < numbers.size(); i++) {
                dictionary.putLong(numbers.value(i));
            }
            pages.dictionary(dictionary.array(), dictionary.position(), numbers.size());
            encoder = new NumberedEncoder(numbers.numbers(), numbers.size());
        } else {
            encoder = column.kind() == Kind.FLOAT ? floats(bits) : integers(bits);
        }
        write(encoder, rows, present);
        Statistics statistics = new Statistics();
        if (column.kind() == Kind.TIME || column.kind() == Kind.INTEGER) {
            bounds(statistics, bits, count);
        }
        return metadata(column, encoder, count, rows, statistics);
    }

    /** Writes {@code count} texts by their numbers in a pool. */
    ColumnMetaData texts(
            Column column, int[] numbersOfTexts, int count, TextPool pool, int rows, boolean @Nullable [] present)
            throws IOException {
        pages.begin();
        int[] used = new int[pool.size()];
        Arrays.fill(used, -1);
        int[] dense = new int[count];
        int[] order = new int[Math.min(pool.size(), count)];
        int different = 0;
        int length = 0;
        for (int i = 0; i < count; i++) {
            int text = numbersOfTexts[i];
            if (used[text] < 0) {
                order[different] = text;
                used[text] = different++;
                length += pool.end(text) - pool.start(text) + Integer.BYTES;
            }
            dense[i] = used[text];
        }
        Encoder encoder;
        if (2 * different <= count) {
            pages.dictionary(dictionary(pool, order, different, length), length, different);
            encoder = new NumberedEncoder(dense, different);
        } else {
            encoder = texts(pool, numbersOfTexts);
        }
        write(encoder, rows, present);
        Statistics statistics = new Statistics();
        bounds(statistics, pool, order, different);
        return metadata(column, encoder, count, rows, statistics);
    }

    private void write(Encoder encoder, int rows, boolean @Nullable [] present) throws IOException {
        int value = 0;
        for (int from = 0; from < rows; from += PAGE_ROWS) {
            int to = Math.min(rows, from + PAGE_ROWS);
            for (int row = from; row < to; row++) {
                if (present == null || present[row]) {
                    encoder.write(value++);
                }
            }
            pages.data(present, from, to, encoder.encoding(), encoder.page());
        }
    }

    private ColumnMetaData metadata(Column column, Encoder encoder, int count, int rows, Statistics statistics) {
        statistics.setNull_count((long) rows - count);
        List<Encoding> encodings = new ArrayList<>(List.of(Encoding.RLE, encoder.encoding()));
        if (pages.dictionaryAt() >= 0) {
            encodings.add(Encoding.PLAIN);
        }
        ColumnMetaData metadata = new ColumnMetaData(
                column.kind().physical(),
                encodings,
                List.of(column.name()),
                CompressionCodec.ZSTD,
                rows,
                pages.plainBytes(),
                pages.writtenBytes(),
                pages.dataAt());
        if (pages.dictionaryAt() >= 0) {
            metadata.setDictionary_page_offset(pages.dictionaryAt());
        }
        metadata.setStatistics(statistics);
        return metadata;
    }

    private static byte[] dictionary(TextPool pool, int[] order, int different, int length) {
        ByteBuffer page = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < different; i++) {
            int start = pool.start(order[i]);
            int size = pool.end(order[i]) - start;
            page.putInt(size).put(pool.bytes(), start, size);
        }
        return page.array();
    }

    private static void bounds(Statistics statistics, long[] values, int count) {
        if (count > 0) {
            long least = values[0];
            long most = values[0];
            for (int i = 1; i < count; i++) {
                least = Math.min(least, values[i]);
                most = Math.max(most, values[i]);
            }
            statistics.setMin_value(bytes(least));
            statistics.setMax_value(bytes(most));
        }
    }

    private static byte[] bytes(long value) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }

    private static void bounds(Statistics statistics, TextPool pool, int[] texts, int count) {
        if (count == 0) {
            return;
        }
        int least = texts[0];
        int most = texts[0];
        for (int i = 1; i < count; i++) {
            least = pool.compare(texts[i], least) < 0 ? texts[i] : least;
            most = pool.compare(texts[i], most) > 0 ? texts[i] : most;
        }
        if (pool.end(least) - pool.start(least) <= LONGEST_BOUND
                && pool.end(most) - pool.start(most) <= LONGEST_BOUND) {
            statistics.setMin_value(Arrays.copyOfRange(pool.bytes(), pool.start(least), pool.end(least)));
            statistics.setMax_value(Arrays.copyOfRange(pool.bytes(), pool.start(most), pool.end(most)));
        }
    }

    private static Encoder booleans(long[] bits) {
        BooleanPlainValuesWriter writer = new BooleanPlainValuesWriter();
        return new ValuesEncoder(writer, Encoding.PLAIN, value -> writer.writeBoolean(bits[value] != 0));
    }

    private static Encoder integers(long[] bits) {
        ValuesWriter writer =
                new DeltaBinaryPackingValuesWriterForLong(SLAB, MOST_PAGE, HeapByteBufferAllocator.getInstance());
        return new ValuesEncoder(writer, Encoding.DELTA_BINARY_PACKED, value -> writer.writeLong(bits[value]));
    }

    private static Encoder floats(long[] bits) {
        ValuesWriter writer =
                new DoubleByteStreamSplitValuesWriter(SLAB, MOST_PAGE, HeapByteBufferAllocator.getInstance());
        return new ValuesEncoder(
                writer, Encoding.BYTE_STREAM_SPLIT, value -> writer.writeDouble(Double.longBitsToDouble(bits[value])));
    }

    private static Encoder texts(TextPool pool, int[] texts) {
        ValuesWriter writer =
                new DeltaLengthByteArrayValuesWriter(SLAB, MOST_PAGE, HeapByteBufferAllocator.getInstance());
        return new ValuesEncoder(writer, Encoding.DELTA_LENGTH_BYTE_ARRAY, value -> {
            int start = pool.start(texts[value]);
            writer.writeBytes(Binary.fromConstantByteArray(pool.bytes(), start, pool.end(texts[value]) - start));
        });
    }

    private record ValuesEncoder(ValuesWriter writer, Encoding encoding, IntConsumer values) implements Encoder {
        @Override
        public void write(int value) {
            values.accept(value);
        }

        @Override
        public BytesInput page() throws IOException {
            byte[] page = PageWriter.bytes(writer.getBytes());
            writer.reset();
            return BytesInput.from(page);
        }
    }

    /** Writes numbers of dictionary entries: their width, and runs. */
    private static final class NumberedEncoder implements Encoder {
        private final int[] numbers;
        private final int width;
        private final RunLengthBitPackingHybridEncoder runs;

        NumberedEncoder(int[] numbers, int size) {
            this.numbers = numbers;
            width = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, size - 1));
            runs = new RunLengthBitPackingHybridEncoder(width, SLAB, MOST_PAGE, HeapByteBufferAllocator.getInstance());
        }

        @Override
        public Encoding encoding() {
            return Encoding.RLE_DICTIONARY;
        }

        @Override
        public void write(int value) {
            try {
                runs.writeInt(numbers[value]);
            } catch (IOException e) {
                throw new IllegalStateException("memory cannot fail", e);
            }
        }

        @Override
        public BytesInput page() throws IOException {
            BytesInput page = BytesInput.concat(
                    BytesInput.from(new byte[] {(byte) width}), BytesInput.from(PageWriter.bytes(runs.toBytes())));
            runs.reset();
            return page;
        }
    }
}
