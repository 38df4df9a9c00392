package io.weir.gateway.scrape;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The header {@code Authorization} of requests, from a file that is read again after some seconds,
 * because tokens are renewed there. Thread-safe.
 */
public final class Credentials {
    private static final Logger LOG = LoggerFactory.getLogger(Credentials.class);
    /** No header. */
    public static final Credentials NONE = new Credentials("", "", secret -> secret);

    private static final long READ_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String file;
    private final UnaryOperator<String> spelling;
    private String header;
    private long readNanos;
    /** The error of the file; empty if it is readable and valid. */
    private String trouble = "";

    private Credentials(String file, String header, UnaryOperator<String> spelling) {
        this.file = file;
        this.header = header;
        this.spelling = spelling;
        this.readNanos = System.nanoTime();
    }

    /**
     * A token, after the type, such as {@code Bearer}.
     *
     * @throws Refusal if the file is not readable, or a header cannot contain the type or the token
     */
    public static Credentials token(String type, String file) {
        if (!isPrintable(type)) {
            throw new Refusal("type " + Refusal.quote(type) + " does not fit into a header", "such as Bearer");
        }
        return of(file, secret -> type + " " + secret);
    }

    /**
     * A user with a password.
     *
     * @throws Refusal if the file is not readable
     */
    public static Credentials basic(String user, String file) {
        return of(file, secret -> "Basic " + Base64.getEncoder().encodeToString((user + ":" + secret).getBytes(UTF_8)));
    }

    private static Credentials of(String file, UnaryOperator<String> spelling) {
        return new Credentials(file, read(file, spelling), spelling);
    }

    /** Checked here, because the message of the JDK about a wrong header contains the secret. */
    private static String read(String file, UnaryOperator<String> spelling) {
        String header = spelling.apply(NamedFile.secret(file));
        if (!isPrintable(header)) {
            throw new Refusal(
                    Refusal.quote(file) + " has several lines, or characters other than printable ASCII",
                    "write only the token into it");
        }
        return header;
    }

    private static boolean isPrintable(String text) {
        return text.chars().allMatch(c -> c >= ' ' && c <= '~');
    }

    /** The header's value; empty without credentials. While the file is wrong, the former secret counts. */
    public synchronized Optional<String> header() {
        if (this == NONE) {
            return Optional.empty();
        }
        if (System.nanoTime() - readNanos > READ_AGAIN_NANOS) {
            readNanos = System.nanoTime();
            try {
                header = read(file, spelling);
                trouble = "";
            } catch (Refusal e) {
                if (!trouble.equals(e.wrong())) {
                    trouble = e.wrong();
                    LOG.warn("scrape keeps the former secret: {}", trouble);
                }
            }
        }
        return Optional.of(header);
    }

    /** Never the secret. */
    @Override
    public String toString() {
        return file;
    }
}
