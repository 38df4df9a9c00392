package io.weir.standalone.probe.out;

import java.nio.ByteBuffer;

/**
 * The encoded points of a round.
 *
 * @param lines the number of points, each a line in line protocol
 */
record Batch(ByteBuffer body, int lines) {
    int bytes() {
        return body.remaining();
    }
}
