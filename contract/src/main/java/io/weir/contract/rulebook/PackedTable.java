package io.weir.contract.rulebook;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A table as its record holds it: by gzip, a large one fits into a record of Kafka, and old versions cost little. */
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

    /** Empty if the bytes are no packed table, or one of more than {@code maxBytes}. */
    static Optional<byte[]> unpack(byte[] packed, int maxBytes) {
        try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            byte[] table = gzip.readNBytes(maxBytes + 1);
            return table.length > maxBytes ? Optional.empty() : Optional.of(table);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
