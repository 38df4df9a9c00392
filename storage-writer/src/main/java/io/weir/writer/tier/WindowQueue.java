package io.weir.writer.tier;

import java.io.IOException;

/** Windows for later rounds to compute. */
@FunctionalInterface
interface WindowQueue {
    /** Returns once a crash cannot lose the windows any more. */
    void add(Mark windows) throws IOException;
}
