package io.weir.gateway.tail;

import java.util.List;

/**
 * Which files are read.
 *
 * @param input name of the input
 * @param files patterns of paths, with {@code *}, {@code ?} and {@code [a-z]} in each part
 * @param start where the files are read from that exist at the first start
 * @param maxBytes maximum length of a line
 */
public record TailSettings(String input, List<String> files, Start start, int maxBytes) {
    /** A place in a file. */
    public enum Start {
        BEGINNING,
        END
    }

    /** Copies the list. */
    public TailSettings {
        files = List.copyOf(files);
    }
}
