package io.weir.parquet;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32C;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;

/** A file that {@link ParquetWriter} wrote. Used by one thread. */
public final class ParquetFile implements AutoCloseable {
    private static final int TAIL = Integer.BYTES + ParquetWriter.MAGIC.length;
    private static final int BUFFER = 1 << 16;

    private final FileChannel channel;
    private final byte[] footerBytes;
    private final long footerAt;
    private final FileMetaData footer;
    private final List<Column> columns = new ArrayList<>();
    private final Map<String, String> metadata = new HashMap<>();

    /** @throws IOException if the file cannot be read, or is not a complete Parquet file */
    public ParquetFile(Path path) throws IOException {
        this(FileChannel.open(path));
    }

    /**
     * Reads a file that is open.
     *
     * @param channel is closed with this, also if it is not a complete Parquet file
     */
    public ParquetFile(FileChannel channel) throws IOException {
        this.channel = channel;
        try {
            long size = channel.size();
            ByteBuffer tail =
                    ByteBuffer.wrap(read(Math.max(0, size - TAIL), TAIL)).order(ByteOrder.LITTLE_ENDIAN);
            int length = tail.getInt();
            byte[] magic = new byte[ParquetWriter.MAGIC.length];
            tail.get(magic);
            if (!Arrays.equals(magic, ParquetWriter.MAGIC) || length <= 0 || length > size - TAIL - magic.length) {
                throw new UnreadableFileException("is no complete Parquet file");
            }
            footerAt = size - TAIL - length;
            footerBytes = read(footerAt, length);
            footer = Util.readFileMetaData(new ByteArrayInputStream(footerBytes));
            for (SchemaElement element : footer.getSchema().subList(1, footer.getSchemaSize())) {
                columns.add(Column.of(element));
            }
            for (KeyValue pair : footer.getKey_value_metadata()) {
                metadata.put(pair.getKey(), pair.getValue());
            }
        } catch (IOException e) {
            channel.close();
            throw e;
        } catch (RuntimeException e) {
            channel.close();
            throw new UnreadableFileException("has unreadable metadata", e);
        }
    }

    /** The columns in their order. */
    public List<Column> columns() {
        return columns;
    }

    /** The metadata given to {@link ParquetWriter#finish}, and more. */
    public Map<String, String> metadata() {
        return metadata;
    }

    /** The number of rows. */
    public long rows() {
        return footer.getNum_rows();
    }

    /** The number of row groups. */
    public int groups() {
        return footer.getRow_groupsSize();
    }

    /**
     * All values of a row group, one element for each column.
     *
     * @throws IOException also if the file is damaged
     */
    public List<ColumnValues> group(int number) throws IOException {
        RowGroup group = footer.getRow_groups().get(number);
        List<ColumnValues> values = new ArrayList<>();
        try {
            for (int i = 0; i < columns.size(); i++) {
                ColumnMetaData chunk = group.getColumns().get(i).getMeta_data();
                long from = chunk.isSetDictionary_page_offset()
                        ? chunk.getDictionary_page_offset()
                        : chunk.getData_page_offset();
                byte[] bytes = read(from, Math.toIntExact(chunk.getTotal_compressed_size()));
                values.add(ChunkReader.read(columns.get(i).kind(), bytes, (int) group.getNum_rows()));
            }
        } catch (RuntimeException e) {
            throw new UnreadableFileException("is damaged", e);
        }
        return values;
    }

    /** Whether the file contains the bytes that were written. Reads all of it. */
    public boolean isIntact() throws IOException {
        String expected = metadata.getOrDefault(ParquetWriter.CHECKSUM, "");
        CRC32C checksum = new CRC32C();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        for (long at = 0; at < footerAt; at += buffer.limit()) {
            buffer.clear().limit((int) Math.min(BUFFER, footerAt - at));
            fill(buffer, at);
            checksum.update(buffer.flip());
        }
        byte[] unsigned = footerBytes.clone();
        int at = indexOf(unsigned, ParquetWriter.CHECKSUM.getBytes(US_ASCII));
        byte[] zeros = ParquetWriter.NO_CHECKSUM.getBytes(US_ASCII);
        int valueAt = at < 0 ? -1 : indexOf(unsigned, expected.getBytes(US_ASCII));
        if (valueAt < at || expected.length() != zeros.length) {
            return false;
        }
        System.arraycopy(zeros, 0, unsigned, valueAt, zeros.length);
        checksum.update(unsigned);
        return expected.equals(String.format(Locale.ROOT, "%08x", (int) checksum.getValue()));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        for (int at = 0; at + part.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        return -1;
    }

    private byte[] read(long at, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        fill(buffer, at);
        return buffer.array();
    }

    private void fill(ByteBuffer buffer, long from) throws IOException {
        long at = from;
        while (buffer.hasRemaining()) {
            int count = channel.read(buffer, at);
            if (count < 0) {
                throw new UnreadableFileException("is no complete Parquet file");
            }
            at += count;
        }
    }
}
