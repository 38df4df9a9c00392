package io.weir.gateway.spool;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The files of one directory, as a spool uses them. Thread-safe. */
public interface Disk {
    /** One open file. Thread-safe; reads and writes name their place. */
    interface File extends Closeable {
        /** Its length in bytes. */
        long size() throws IOException;

        /** Reads until the buffer is full or the file ends. */
        void read(ByteBuffer into, long at) throws IOException;

        /** Writes all of it. */
        void write(ByteBuffer bytes, long at) throws IOException;

        /** Cuts the file to this length. */
        void truncate(long size) throws IOException;

        /** Returns once everything written before survives a failure of the machine. */
        void force() throws IOException;
    }

    /** The names of all files. */
    List<String> names() throws IOException;

    /** Opens a file for reading and writing; makes it if it is missing. */
    File open(String name) throws IOException;

    /** Deletes a file, if it is there. */
    void delete(String name) throws IOException;

    /** Returns once the names of the files survive a failure of the machine. */
    void force() throws IOException;

    /** Bytes that can still be written. */
    long usableBytes() throws IOException;

    /** The size of the file system. */
    long totalBytes() throws IOException;
}
