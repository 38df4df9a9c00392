package io.weir.standalone.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Properties of a directory, or of its nearest existing parent.
 *
 * @param isWritable by this user
 */
record DiskFacts(Path directory, boolean exists, boolean isWritable, long freeBytes, long totalBytes) {

    /** @throws IOException if its disk does not answer */
    static DiskFacts read(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath().normalize();
        Path found = absolute;
        while (!Files.exists(found) && found.getParent() != null) {
            found = found.getParent();
        }
        FileStore disk = Files.getFileStore(found);
        return new DiskFacts(
                absolute, found.equals(absolute), Files.isWritable(found), disk.getUsableSpace(), disk.getTotalSpace());
    }
}
