package io.weir.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/** Compresses the pages of a column with zstd and writes them. Used by one thread. */
final class PageWriter implements AutoCloseable {
    private static final int LEVEL = 3;
    private static final int SLAB = 1 << 10;
    private static final int PAGE = 1 << 16;

    private final CheckedOutput out;
    private final ZstdCompressCtx zstd = new ZstdCompressCtx().setLevel(LEVEL);
    private byte[] compressed = {};
    private long began;
    private long dictionaryAt;
    private long dataAt;
    private long plainBytes;

    PageWriter(CheckedOutput out) {
        this.out = out;
    }

    /** Begins a column. */
    void begin() {
        began = out.position();
        dictionaryAt = -1;
        dataAt = -1;
        plainBytes = 0;
    }

    /** Writes the first {@code length} bytes of a dictionary with {@code size} entries. */
    void dictionary(byte[] page, int length, int size) throws IOException {
        dictionaryAt = out.position();
        PageHeader header = new PageHeader(PageType.DICTIONARY_PAGE, length, 0);
        header.setDictionary_page_header(new DictionaryPageHeader(size, Encoding.PLAIN));
        write(header, page, length);
    }

    /**
     * Writes the values of the rows at {@code [from, to)}.
     *
     * @param present which rows have a value; null if the column is required or each row has one
     */
    void data(boolean @Nullable [] present, int from, int to, Encoding encoding, BytesInput values) throws IOException {
        if (dataAt < 0) {
            dataAt = out.position();
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream((int) values.size() + SLAB);
        if (present != null) {
            levels(present, from, to).writeAllTo(body);
        }
        values.writeAllTo(body);
        byte[] page = body.toByteArray();
        PageHeader header = new PageHeader(PageType.DATA_PAGE, page.length, 0);
        header.setData_page_header(new DataPageHeader(to - from, encoding, Encoding.RLE, Encoding.RLE));
        write(header, page, page.length);
    }

    /** Where the dictionary begins; -1 without one. */
    long dictionaryAt() {
        return dictionaryAt;
    }

    /** Where the first page with values begins. */
    long dataAt() {
        return dataAt;
    }

    /** The bytes of the column without compression. */
    long plainBytes() {
        return plainBytes;
    }

    /** The bytes of the column in the file. */
    long writtenBytes() {
        return out.position() - began;
    }

    @Override
    public void close() {
        zstd.close();
    }

    /** A copy of these bytes, which may be in a buffer that is reused. */
    static byte[] bytes(BytesInput input) throws IOException {
        ByteArrayOutputStream copy = new ByteArrayOutputStream(Math.toIntExact(input.size()));
        input.writeAllTo(copy);
        return copy.toByteArray();
    }

    /** The definition levels: 1 for a value, 0 for none, after their length. */
    private static BytesInput levels(boolean[] present, int from, int to) throws IOException {
        try (RunLengthBitPackingHybridEncoder runs =
                new RunLengthBitPackingHybridEncoder(1, SLAB, PAGE, HeapByteBufferAllocator.getInstance())) {
            for (int row = from; row < to; row++) {
                runs.writeInt(present[row] ? 1 : 0);
            }
            byte[] levels = bytes(runs.toBytes());
            return BytesInput.concat(BytesInput.fromInt(levels.length), BytesInput.from(levels));
        }
    }

    private void write(PageHeader header, byte[] page, int length) throws IOException {
        int most = (int) Zstd.compressBound(length);
        if (compressed.length < most) {
            compressed = new byte[most];
        }
        int size = zstd.compressByteArray(compressed, 0, compressed.length, page, 0, length);
        header.setCompressed_page_size(size);
        long before = out.position();
        Util.writePageHeader(header, out);
        plainBytes += out.position() - before + length;
        out.write(compressed, 0, size);
    }
}
