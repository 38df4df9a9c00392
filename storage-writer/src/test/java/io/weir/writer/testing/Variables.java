package io.weir.writer.testing;

import java.util.Optional;

/** Environment variables for tests. */
public final class Variables {
    private Variables() {}

    static Optional<String> get(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
    }

    /** {@code HOST:PORT} of a URL. */
    static String address(String url) {
        return url.replaceFirst("^[a-z0-9]+://", "").replaceFirst("/.*$", "");
    }

    /** Whether a test that cannot run must fail (environment or system property). */
    public static boolean noSkips() {
        return Boolean.parseBoolean(System.getenv("WEIR_TEST_NO_SKIPS")) || Boolean.getBoolean("WEIR_TEST_NO_SKIPS");
    }
}
