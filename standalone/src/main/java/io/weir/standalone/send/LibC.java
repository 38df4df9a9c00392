package io.weir.standalone.send;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;

/** Three calls of the C library without an equivalent in Java. Linux only. */
final class LibC {
    private LibC() {}

    /**
     * Loads the library.
     *
     * @throws UnsupportedOperationException on a platform that {@link SourcesWire} does not support
     */
    static void load() {
        if (!Platform.isLinux() || Native.POINTER_SIZE != Long.BYTES) {
            throw new UnsupportedOperationException("only a 64 bit Linux lets a program choose its address in 127/8");
        }
        try {
            Native.register(LibC.class, NativeLibrary.getInstance(Platform.C_LIBRARY_NAME));
        } catch (UnsatisfiedLinkError e) {
            throw new UnsupportedOperationException("the C library cannot be reached: " + e.getMessage(), e);
        }
    }

    static native int socket(int domain, int type, int protocol);

    static native int sendmmsg(int socket, long headers, int count, int flags);

    static native int close(int descriptor);
}
