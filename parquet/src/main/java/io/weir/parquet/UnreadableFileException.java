package io.weir.parquet;

import java.io.IOException;

/** A file is damaged, or another program wrote it. The message continues a sentence that begins with the file's name. */
public final class UnreadableFileException extends IOException {
    private static final long serialVersionUID = 1L;

    /** @param message such as {@code is damaged} */
    public UnreadableFileException(String message) {
        super(message);
    }

    /** Adds the cause to the message. */
    UnreadableFileException(String message, Throwable cause) {
        super(message + ": " + cause.getMessage(), cause);
    }
}
