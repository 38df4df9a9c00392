package io.weir.standalone.query;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.service.StartException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/** The answer of {@code /api/v1/values} as a file of Parquet. Only the end of the file shows that it is complete. */
final class RawParquet {
    /** The first and the last bytes of a file. */
    private static final byte[] MAGIC = "PAR1".getBytes(US_ASCII);

    private static final int BUFFER = 1 << 16;

    private RawParquet() {}

    /**
     * Copies a file as it arrives.
     *
     * @throws EOFException if the file has no end
     * @throws StartException if the answer is no file of Parquet
     */
    static void copy(String server, InputStream body, OutputStream out) throws IOException {
        // Each part is behind the last bytes before it.
        byte[] bytes = new byte[MAGIC.length + BUFFER];
        int start = body.readNBytes(bytes, 0, MAGIC.length);
        if (!Arrays.equals(bytes, 0, start, MAGIC, 0, start)) {
            throw new StartException(
                    server + " answers what is no file of Parquet: name another server with --url URL");
        }
        out.write(bytes, 0, start);
        // The end of the file is another one than its start.
        Arrays.fill(bytes, 0, MAGIC.length, (byte) 0);
        for (int size = body.read(bytes, MAGIC.length, BUFFER);
                size >= 0;
                size = body.read(bytes, MAGIC.length, BUFFER)) {
            out.write(bytes, MAGIC.length, size);
            System.arraycopy(bytes, size, bytes, 0, MAGIC.length);
        }
        if (!Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new EOFException("the file has no end");
        }
    }
}
