package io.weir.gateway.intake;

/** The start of the frames of a protocol, which says how long a frame is. Stateless. */
public interface FrameHead {
    /** The longest head of any protocol. */
    int MOST_BYTES = 64;

    /** The information in the first bytes of a frame. */
    sealed interface Start permits More, Body, Wrong {}

    /** The head has at least this many bytes, more than were given. */
    record More(int headBytes) implements Start {}

    /**
     * The head is complete.
     *
     * @param bytes length of the body; negative if it exceeds 63 bits
     */
    record Body(long bytes) implements Start {}

    /** This is not the start of a frame; {@code reason} is the one to count. */
    record Wrong(String reason) implements Start {}

    /**
     * Reads the first {@code length} bytes of a frame: 0 at first, then as many as the previous result
     * asked for.
     */
    Start read(byte[] head, int length);
}
