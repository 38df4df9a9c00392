package io.weir.parquet;

import com.github.luben.zstd.Zstd;
import io.weir.parquet.Column.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForDouble;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesReader;
import org.apache.parquet.column.values.plain.BooleanPlainValuesReader;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;

/** Reads what {@link ChunkWriter} writes. Used by one thread. */
final class ChunkReader {
    private final Kind kind;
    private final ColumnValues values;
    private long[] numbers = {};
    private byte[][] texts = {};

    private ChunkReader(Kind kind, int rows) {
        this.kind = kind;
        boolean isText = kind == Kind.TEXT;
        values = new ColumnValues(
                new boolean[rows], isText ? new long[0] : new long[rows], isText ? new byte[rows][] : new byte[0][]);
    }

    /** The values in these bytes, which are all pages of a column. */
    static ColumnValues read(Kind kind, byte[] bytes, int rows) throws IOException {
        ChunkReader reader = new ChunkReader(kind, rows);
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        int row = 0;
        while (row < rows) {
            PageHeader header = Util.readPageHeader(in);
            byte[] compressed = new byte[header.getCompressed_page_size()];
            if (in.readNBytes(compressed, 0, compressed.length) < compressed.length) {
                throw new UnreadableFileException("has an incomplete page");
            }
            byte[] page = Zstd.decompress(compressed, header.getUncompressed_page_size());
            if (header.getType() == PageType.DICTIONARY_PAGE) {
                reader.dictionary(page, header.getDictionary_page_header().getNum_values());
            } else {
                int count = header.getData_page_header().getNum_values();
                reader.data(page, row, row + count, header.getData_page_header().getEncoding());
                row += count;
            }
        }
        return reader.values;
    }

    private void dictionary(byte[] page, int size) {
        ByteBuffer in = ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN);
        numbers = new long[kind == Kind.TEXT ? 0 : size];
        texts = new byte[kind == Kind.TEXT ? size : 0][];
        for (int i = 0; i < size; i++) {
            if (kind == Kind.TEXT) {
                texts[i] = new byte[in.getInt()];
                in.get(texts[i]);
            } else {
                numbers[i] = in.getLong();
            }
        }
    }

    private void data(byte[] page, int from, int to, Encoding encoding) throws IOException {
        int at = 0;
        if (kind.isRequired()) {
            Arrays.fill(values.present(), from, to, true);
        } else {
            int length = ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN).getInt();
            at = Integer.BYTES + length;
            RunLengthBitPackingHybridDecoder levels =
                    new RunLengthBitPackingHybridDecoder(1, new ByteArrayInputStream(page, Integer.BYTES, length));
            for (int row = from; row < to; row++) {
                values.present()[row] = levels.readInt() == 1;
            }
        }
        int count = 0;
        for (int row = from; row < to; row++) {
            count += values.present()[row] ? 1 : 0;
        }
        if (count == 0) {
            return;
        }
        if (encoding == Encoding.RLE_DICTIONARY) {
            numbered(page, at, from, to);
        } else {
            ValuesReader reader = reader(encoding);
            reader.initFromPage(count, ByteBufferInputStream.wrap(ByteBuffer.wrap(page, at, page.length - at)));
            plain(reader, from, to);
        }
    }

    private void numbered(byte[] page, int at, int from, int to) throws IOException {
        RunLengthBitPackingHybridDecoder entries = new RunLengthBitPackingHybridDecoder(
                page[at], new ByteArrayInputStream(page, at + 1, page.length - at - 1));
        for (int row = from; row < to; row++) {
            if (values.present()[row]) {
                int entry = entries.readInt();
                if (kind == Kind.TEXT) {
                    values.texts()[row] = texts[entry];
                } else {
                    values.bits()[row] = numbers[entry];
                }
            }
        }
    }

    private void plain(ValuesReader reader, int from, int to) {
        for (int row = from; row < to; row++) {
            if (values.present()[row]) {
                switch (kind) {
                    case TEXT -> values.texts()[row] = reader.readBytes().getBytes();
                    case BOOLEAN -> values.bits()[row] = reader.readBoolean() ? 1 : 0;
                    case FLOAT -> values.bits()[row] = Double.doubleToRawLongBits(reader.readDouble());
                    case TIME, INTEGER, UNSIGNED -> values.bits()[row] = reader.readLong();
                }
            }
        }
    }

    private static ValuesReader reader(Encoding encoding) throws IOException {
        return switch (encoding) {
            case PLAIN -> new BooleanPlainValuesReader();
            case BYTE_STREAM_SPLIT -> new ByteStreamSplitValuesReaderForDouble();
            case DELTA_BINARY_PACKED -> new DeltaBinaryPackingValuesReader();
            case DELTA_LENGTH_BYTE_ARRAY -> new DeltaLengthByteArrayValuesReader();
            default -> throw new UnreadableFileException("has the unknown encoding " + encoding);
        };
    }
}
