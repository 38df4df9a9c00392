package io.weir.contract.rulebook;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A table compressed with gzip, as its record contains it: a large table fits into a Kafka record,
 * and old versions take little space.
 */
final class PackedTable {
    private PackedTable() {}

    static byte[] pack(byte[] table) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream(table.length / 4 + 64);
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(table);
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        return packed.toByteArray();
    }

    /** Empty if the bytes are not a packed table, or a table of more than {@code maxBytes}. */
    static Optional<byte[]> unpack(byte[] packed, int maxBytes) {
        try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            byte[] table = gzip.readNBytes(maxBytes + 1);
            return table.length > maxBytes ? Optional.empty() : Optional.of(table);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
