package io.weir.gateway.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Method, path, parameters and headers of a request. */
final class Head implements RequestHead {
    private final HttpMethod method;
    private final HttpHeaders headers;
    private final QueryStringDecoder target;

    /** @throws IllegalArgumentException if the target is not a URI */
    Head(HttpRequest request) {
        this.method = request.method();
        this.headers = request.headers();
        this.target = new QueryStringDecoder(request.uri());
        target.parameters(); // Decodes here, where an error can be answered.
    }

    HttpMethod method() {
        return method;
    }

    /** The path without a trailing slash, which some clients insert between base URL and path. */
    String path() {
        String path = target.path();
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /** The first parameter of that name. */
    @Nullable
    String parameter(String name) {
        List<String> values = target.parameters().get(name);
        return values == null || values.isEmpty() ? null : values.get(0);
    }

    @Override
    public boolean hasParameter(String name) {
        return target.parameters().containsKey(name);
    }

    @Override
    public String contentType() {
        return headers.get(HttpHeaderNames.CONTENT_TYPE, "");
    }

    @Nullable
    String header(CharSequence name) {
        return headers.get(name);
    }

    /** How the body is compressed; null if Weir cannot unpack it. */
    @Nullable
    Packing packing() {
        return Packing.of(headers.get(HttpHeaderNames.CONTENT_ENCODING, ""));
    }
}
