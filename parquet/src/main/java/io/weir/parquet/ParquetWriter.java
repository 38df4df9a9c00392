package io.weir.parquet;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * Writes one file or stream: for each row group, {@link #begin} and all columns in their order; then {@link #finish}. Used by
 * one thread.
 */
public final class ParquetWriter implements AutoCloseable {
    /** The key of the checksum: CRC32C of all bytes before the last eight, with zeros in its place, in hexadecimal. */
    static final String CHECKSUM = "weir.checksum";

    static final String NO_CHECKSUM = "00000000";
    static final byte[] MAGIC = "PAR1".getBytes(US_ASCII);

    private final List<Column> columns;
    /** Null for a stream. */
    private final @Nullable FileChannel file;

    private final CheckedOutput out;
    private final PageWriter pages;
    private final ChunkWriter chunks;
    private final List<RowGroup> groups = new ArrayList<>();
    private List<ColumnChunk> group = new ArrayList<>();
    private int rows;
    private long allRows;

    /** Creates or replaces the file. */
    public ParquetWriter(Path path, List<Column> columns) throws IOException {
        this(
                FileChannel.open(
                        path,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING),
                columns);
    }

    /** Writes to a stream, which stays open. It gets nothing before the first 64 KiB are complete. */
    public ParquetWriter(OutputStream stream, List<Column> columns) throws IOException {
        this(null, stream, columns);
    }

    private ParquetWriter(FileChannel file, List<Column> columns) throws IOException {
        this(file, Channels.newOutputStream(file), columns);
    }

    private ParquetWriter(@Nullable FileChannel file, OutputStream target, List<Column> columns) throws IOException {
        this.columns = List.copyOf(columns);
        this.file = file;
        out = new CheckedOutput(target);
        pages = new PageWriter(out);
        chunks = new ChunkWriter(pages);
        out.write(MAGIC);
    }

    /** Begins a row group. */
    public void begin(int rowsOfGroup) {
        rows = rowsOfGroup;
        allRows += rows;
        group = new ArrayList<>();
    }

    /**
     * Writes the next column, which contains numbers or booleans.
     *
     * @param bits the values that exist, in the order of their rows: the bits of a float, or 1 for true
     * @param count their number
     * @param present which rows have a value; null only for {@link Column.Kind#TIME}
     */
    public void numbers(long[] bits, int count, boolean @Nullable [] present) throws IOException {
        add(chunks.numbers(next(), bits, count, rows, present));
    }

    /**
     * Writes the next column, which contains texts.
     *
     * @param numbers the texts that exist, by their numbers in the pool, in the order of their rows
     */
    public void texts(int[] numbers, int count, TextPool pool, boolean[] present) throws IOException {
        add(chunks.texts(next(), numbers, count, pool, rows, present));
    }

    /** Writes the metadata, which end a file; returns after the whole file is on the disk. */
    public void finish(Map<String, String> metadata) throws IOException {
        FileMetaData footer = footer(metadata);
        byte[] unsigned = bytes(footer);
        String checksum = String.format(Locale.ROOT, "%08x", out.checksumWith(unsigned));
        footer.getKey_value_metadata().get(0).setValue(checksum);
        byte[] signed = bytes(footer);
        out.write(signed);
        out.write(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(signed.length)
                .array());
        out.write(MAGIC);
        out.flush();
        if (file != null) {
            file.force(true);
        }
    }

    /** Closes a file without writing what is still in memory. */
    @Override
    public void close() throws IOException {
        pages.close();
        if (file != null) {
            file.close();
        }
    }

    private Column next() {
        return columns.get(group.size());
    }

    private void add(ColumnMetaData metadata) {
        ColumnChunk chunk = new ColumnChunk(0);
        chunk.setMeta_data(metadata);
        group.add(chunk);
        if (group.size() == columns.size()) {
            long plainBytes = 0;
            for (ColumnChunk each : group) {
                plainBytes += each.getMeta_data().getTotal_uncompressed_size();
            }
            groups.add(new RowGroup(group, plainBytes, rows));
        }
    }

    private FileMetaData footer(Map<String, String> metadata) {
        List<SchemaElement> schema = new ArrayList<>();
        SchemaElement root = new SchemaElement("weir");
        root.setNum_children(columns.size());
        schema.add(root);
        columns.forEach(column -> schema.add(column.element()));
        FileMetaData footer = new FileMetaData(1, schema, allRows, groups);
        List<KeyValue> pairs = new ArrayList<>();
        pairs.add(pair(CHECKSUM, NO_CHECKSUM));
        metadata.forEach((key, value) -> pairs.add(pair(key, value)));
        footer.setKey_value_metadata(pairs);
        footer.setCreated_by("Weir");
        List<ColumnOrder> orders = new ArrayList<>();
        columns.forEach(column -> orders.add(ColumnOrder.TYPE_ORDER(new TypeDefinedOrder())));
        footer.setColumn_orders(orders);
        return footer;
    }

    private static KeyValue pair(String key, String value) {
        KeyValue pair = new KeyValue(key);
        pair.setValue(value);
        return pair;
    }

    private static byte[] bytes(FileMetaData footer) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Util.writeFileMetaData(footer, bytes);
        return bytes.toByteArray();
    }
}
