package io.weir.gateway.spool;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The files of one directory, as used by a spool. Thread-safe. */
public interface Disk {
    /** One open file. Thread-safe: reads and writes have explicit positions. */
    interface File extends Closeable {
        /** Length in bytes. */
        long size() throws IOException;

        /** Reads until the buffer is full or the file ends. */
        void read(ByteBuffer into, long at) throws IOException;

        /** Writes the whole buffer. */
        void write(ByteBuffer bytes, long at) throws IOException;

        /** Truncates the file to this length. */
        void truncate(long size) throws IOException;

        /** Returns once all previous writes survive a machine failure. */
        void force() throws IOException;
    }

    /** The names of all files. */
    List<String> names() throws IOException;

    /** Opens a file for reading and writing; creates it if it is missing. */
    File open(String name) throws IOException;

    /** Deletes a file if it exists. */
    void delete(String name) throws IOException;

    /** Returns once the names of the files survive a machine failure. */
    void force() throws IOException;

    /** Free space in bytes. */
    long usableBytes() throws IOException;

    /** Size of the file system in bytes. */
    long totalBytes() throws IOException;
}
