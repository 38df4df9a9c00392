package io.weir.writer.store;

import java.io.IOException;
import java.util.Optional;
import okhttp3.Credentials;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.jspecify.annotations.Nullable;

/** Posts bodies to one address of a store. Used by one thread. */
public final class HttpPosts {
    private static final int LARGEST_ANSWER = 32 << 20;

    /**
     * An answer with one of its headers.
     *
     * @param header the header's value, or null
     */
    public record WithHeader(HttpAnswer answer, @Nullable String header) {}

    /**
     * An answer whose body may be no text.
     *
     * @param type the header {@code Content-Type}, or an empty text
     * @param retryAfter the header {@code Retry-After}, or null
     */
    public record Raw(
            int code, byte[] body, String type, @Nullable String retryAfter) {}

    private final Connections connections;
    private final HttpUrl url;
    private final Optional<String> user;
    private final Optional<String> token;
    private final String tokenScheme;

    /**
     * Does not connect yet.
     *
     * @param user the user of the password {@code token}; without one, the token is sent as a bearer
     *     token
     */
    public HttpPosts(Connections connections, String url, Optional<String> user, Optional<String> token) {
        this(connections, url, user, token, "Bearer");
    }

    /**
     * The same for tokens of another kind.
     *
     * @param tokenScheme the word before a token without a user
     */
    public HttpPosts(
            Connections connections, String url, Optional<String> user, Optional<String> token, String tokenScheme) {
        this.tokenScheme = tokenScheme;
        this.connections = connections;
        this.url = HttpUrl.get(url);
        this.user = user;
        this.token = token.map(String::strip).filter(text -> !text.isEmpty());
    }

    /**
     * Posts the bytes at {@code [from, to)}.
     *
     * @throws IOException without a complete answer
     */
    public HttpAnswer post(Headers headers, byte[] bytes, int from, int to) throws IOException {
        try (Response response =
                connections.calls().newCall(request(headers, bytes, from, to)).execute()) {
            return answer(response);
        }
    }

    /**
     * The same, with one header of the answer.
     *
     * @throws IOException without a complete answer
     */
    public WithHeader post(Headers headers, byte[] bytes, int from, int to, String header) throws IOException {
        try (Response response =
                connections.calls().newCall(request(headers, bytes, from, to)).execute()) {
            return new WithHeader(answer(response), response.header(header));
        }
    }

    /**
     * Posts the bytes; returns an answer with its whole text, also after an error.
     *
     * @throws IOException without a complete answer
     */
    public HttpAnswer exchange(Headers headers, byte[] bytes, int from, int to) throws IOException {
        return whole(request(headers, bytes, from, to));
    }

    /**
     * Posts the bytes; returns an answer with its whole body.
     *
     * @throws IOException without a complete answer
     */
    public Raw raw(Headers headers, byte[] bytes, int from, int to) throws IOException {
        try (Response response =
                connections.calls().newCall(request(headers, bytes, from, to)).execute()) {
            return new Raw(
                    response.code(),
                    response.peekBody(LARGEST_ANSWER).bytes(),
                    response.header("Content-Type", ""),
                    response.header("Retry-After"));
        }
    }

    /**
     * The answer to a GET of another path of the same server, with its whole text.
     *
     * @throws IOException without a complete answer
     */
    public HttpAnswer get(String path) throws IOException {
        return whole(request(url.resolve(path))
                .headers(withCredentials(Headers.of()))
                .build());
    }

    /** Required action of the operator if the store does not permit writing. */
    public String permission() {
        if (token.isEmpty()) {
            return "no password or token was given: put it into WEIR_STORE_TOKEN or a token-file"
                    + (user.isEmpty()
                            ? "; name the user of a password in the store's URL, before HOST: USER@HOST"
                            : "");
        }
        return user.map(name -> "correct user '" + name + "' and the password in WEIR_STORE_TOKEN or the token-file")
                .orElse("correct the token in WEIR_STORE_TOKEN or the token-file");
    }

    private Request request(Headers headers, byte[] bytes, int from, int to) throws IOException {
        return request(url)
                .headers(withCredentials(headers))
                .post(RequestBody.create(bytes, null, from, to - from))
                .build();
    }

    private static Request.Builder request(HttpUrl url) {
        return new Request.Builder().url(url);
    }

    private Headers withCredentials(Headers others) throws IOException {
        try {
            Headers.Builder all = others.newBuilder();
            if (user.isPresent()) {
                all.add("Authorization", Credentials.basic(user.get(), token.orElse("")));
            } else if (token.isPresent()) {
                all.add("Authorization", tokenScheme + " " + token.get());
            }
            return all.build();
        } catch (IllegalArgumentException e) {
            // Its message contains the token.
            throw new IOException("the token contains invalid characters; " + permission());
        }
    }

    private HttpAnswer whole(Request request) throws IOException {
        try (Response response = connections.calls().newCall(request).execute()) {
            return new HttpAnswer(
                    response.code(), response.peekBody(LARGEST_ANSWER).string(), response.header("Retry-After"));
        }
    }

    private static HttpAnswer answer(Response response) throws IOException {
        ResponseBody body = response.body();
        return HttpAnswer.of(
                response.code(), response.isSuccessful() ? "" : body.string(), response.header("Retry-After"));
    }
}
