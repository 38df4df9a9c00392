package io.weir.gateway.scrape;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * The header {@code Authorization} of requests, from a file that is read again after some seconds,
 * because tokens are renewed there. Thread-safe.
 */
public final class Credentials {
    /** No header. */
    public static final Credentials NONE = new Credentials("", "", secret -> secret);

    private static final long READ_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String file;
    private final UnaryOperator<String> header;
    private String secret;
    private long readNanos;

    private Credentials(String file, String secret, UnaryOperator<String> header) {
        this.file = file;
        this.secret = secret;
        this.header = header;
        this.readNanos = System.nanoTime();
    }

    /**
     * A token, after the type, such as {@code Bearer}.
     *
     * @throws Refusal if the file is not readable
     */
    public static Credentials token(String type, String file) {
        return new Credentials(file, NamedFile.secret(file), secret -> type + " " + secret);
    }

    /**
     * A user with a password.
     *
     * @throws Refusal if the file is not readable
     */
    public static Credentials basic(String user, String file) {
        return new Credentials(
                file,
                NamedFile.secret(file),
                secret -> "Basic " + Base64.getEncoder().encodeToString((user + ":" + secret).getBytes(UTF_8)));
    }

    /** The header's value; empty without credentials. While the file is unreadable, the former secret counts. */
    public synchronized Optional<String> header() {
        if (this == NONE) {
            return Optional.empty();
        }
        if (System.nanoTime() - readNanos > READ_AGAIN_NANOS) {
            readNanos = System.nanoTime();
            try {
                secret = NamedFile.secret(file);
            } catch (Refusal e) {
                return Optional.of(header.apply(secret));
            }
        }
        return Optional.of(header.apply(secret));
    }

    /** Never the secret. */
    @Override
    public String toString() {
        return file;
    }
}
