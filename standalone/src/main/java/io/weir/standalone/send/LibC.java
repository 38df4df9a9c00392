package io.weir.standalone.send;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;

/** The three calls to the C library that Java has no equal for. Linux only. */
final class LibC {
    private LibC() {}

    /** Loads the library; an {@link UnsupportedOperationException} where it is not what {@link SourcesWire} is made for. */
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

    /** socket(2). */
    static native int socket(int domain, int type, int protocol);

    /** sendmmsg(2). */
    static native int sendmmsg(int socket, long headers, int count, int flags);

    /** close(2). */
    static native int close(int descriptor);
}
