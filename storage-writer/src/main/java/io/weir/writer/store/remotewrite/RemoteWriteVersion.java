package io.weir.writer.store.remotewrite;

import okhttp3.Headers;

/** A version of the protocol. */
@SuppressWarnings("ImmutableEnumChecker") // Headers are immutable, but do not say so.
public enum RemoteWriteVersion {
    /** Every receiver reads it, except those that are made for 2.0 only. */
    V1("application/x-protobuf", "0.1.0"),
    /** Texts are in the request once, and the answer has the number of the stored samples. */
    V2("application/x-protobuf;proto=io.prometheus.write.v2.Request", "2.0.0");

    private final Headers headers;

    RemoteWriteVersion(String contentType, String version) {
        headers = Headers.of(
                "Content-Encoding",
                "snappy",
                "Content-Type",
                contentType,
                "X-Prometheus-Remote-Write-Version",
                version,
                "User-Agent",
                "weir");
    }

    /** The headers of a request. */
    Headers headers() {
        return headers;
    }
}
