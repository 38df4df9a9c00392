package io.weir.gateway.remotewrite;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.http.Answer;
import io.weir.gateway.http.HttpApi;
import io.weir.gateway.http.RequestHead;
import java.net.SocketAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Remote write over HTTP. Belongs to one event loop. */
final class RemoteWriteHttp {
    private static final String PATH = "/api/v1/write";
    private static final String WRITTEN = "X-Prometheus-Remote-Write-";

    private final WriteRequests requests;

    private RemoteWriteHttp(WriteRequests requests) {
        this.requests = requests;
    }

    static HttpApi api(WriteRequests requests) {
        return new HttpApi(Map.of(PATH, new RemoteWriteHttp(requests)::take), Map.of(), RemoteWriteHttp::error);
    }

    private Answer take(byte[] body, int length, RequestHead head, SocketAddress source, long receivedNanos) {
        RemoteWriteVersion version = version(head.contentType());
        if (version == null) {
            return error(
                            415,
                            "Content-Type must be application/x-protobuf, with proto=prometheus.WriteRequest or"
                                    + " proto=io.prometheus.write.v2.Request")
                    .rejected("unsupported-content-type");
        }
        WriteReport report = requests.take(body, length, version, source, receivedNanos);
        Answer answer = report.hasRefused() ? error(400, report.message()) : Answer.noContent();
        return answer.with(Map.of(
                WRITTEN + "Samples-Written",
                String.valueOf(report.samples()),
                WRITTEN + "Histograms-Written",
                String.valueOf(report.histograms()),
                WRITTEN + "Exemplars-Written",
                "0"));
    }

    /** The version of a content type; null if it is not one of remote write. */
    private static @Nullable RemoteWriteVersion version(String contentType) {
        String[] parts = contentType.split(";");
        if (!parts[0].strip().equalsIgnoreCase("application/x-protobuf")) {
            return contentType.isEmpty() ? RemoteWriteVersion.V1 : null;
        }
        RemoteWriteVersion version = RemoteWriteVersion.V1;
        for (int i = 1; i < parts.length; i++) {
            String part = parts[i].strip().replace("\"", "");
            if (part.equals("proto=io.prometheus.write.v2.Request")) {
                version = RemoteWriteVersion.V2;
            } else if (part.startsWith("proto=") && !part.equals("proto=prometheus.WriteRequest")) {
                return null;
            }
        }
        return version;
    }

    private static Answer error(int status, String message) {
        return Answer.of(status, "text/plain; charset=utf-8", message.getBytes(UTF_8));
    }
}
