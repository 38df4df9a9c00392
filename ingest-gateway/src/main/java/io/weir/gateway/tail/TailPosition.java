package io.weir.gateway.tail;

import java.nio.file.Path;

/**
 * Up to where Kafka has the lines of a file.
 *
 * @param key device and inode
 * @param path where the file was last
 */
record TailPosition(String key, long offset, FileHead head, Path path) {}
