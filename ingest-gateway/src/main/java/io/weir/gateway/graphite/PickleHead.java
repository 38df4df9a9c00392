package io.weir.gateway.graphite;

import io.weir.gateway.intake.FrameHead;

/** The length of a pickle: four bytes, the most significant one first. */
final class PickleHead implements FrameHead {
    private static final int BYTES = 4;

    @Override
    public Start read(byte[] head, int length) {
        if (length < BYTES) {
            return new More(BYTES);
        }
        long bytes = 0;
        for (int i = 0; i < BYTES; i++) {
            bytes = (bytes << Byte.SIZE) | (head[i] & 0xff);
        }
        return new Body(bytes);
    }
}
