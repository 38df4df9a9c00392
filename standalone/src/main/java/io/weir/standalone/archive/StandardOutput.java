package io.weir.standalone.archive;

import java.io.IOException;
import java.io.OutputStream;

/** The standard output, whose failures are not silent: a full disk, or a program that reads no more. */
final class StandardOutput extends OutputStream {
    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        System.out.write(bytes, from, length);
        if (System.out.checkError()) {
            throw new IOException("the standard output is full or closed");
        }
    }
}
