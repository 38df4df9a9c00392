package io.weir.gateway.opentsdb;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** The version of OpenTSDB that clients see. */
public final class OpenTsdbVersion {
    static final String TEXT = "net.opentsdb 2.4.0 emulated by Weir\n";

    private static final String JSON = "{\"version\":\"2.4.0\",\"repo\":\"Weir\"}";

    private OpenTsdbVersion() {}

    /** The answer to {@code /api/version}. */
    public static byte[] json() {
        return JSON.getBytes(US_ASCII);
    }
}
