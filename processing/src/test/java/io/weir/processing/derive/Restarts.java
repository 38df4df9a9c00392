package io.weir.processing.derive;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Copies the state of a history to a new one, as a restart does. */
final class Restarts {
    private Restarts() {}

    static <H extends History> H restarted(H history, H fresh) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            history.write(new DataOutputStream(bytes));
            fresh.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
            return fresh;
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
    }
}
