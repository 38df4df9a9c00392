package io.weir.gateway.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a body is compressed. */
enum Packing {
    NONE,
    GZIP,
    /** The block format of Snappy, without frames, as Prometheus uses it. */
    SNAPPY;

    /** The packing with this content encoding; null if it is unknown. */
    static @Nullable Packing of(String encoding) {
        return switch (encoding.toLowerCase(Locale.ROOT)) {
            case "", "identity" -> NONE;
            case "gzip", "x-gzip" -> GZIP;
            case "snappy" -> SNAPPY;
            default -> null;
        };
    }

    /** The name in messages. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
