package io.weir.dashboard.signin;

import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import io.weir.contract.config.TlsFailure;
import io.weir.contract.http.HttpCalls;
import io.weir.contract.http.HttpFailure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Requests to the provider. Each takes bounded time and memory. Thread-safe. */
final class ProviderCalls implements ResourceRetriever {
    private static final String JSON = "application/json";
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(3);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
    /** Metadata has some kilobytes, a token with all groups of a large site some dozens. */
    private static final int LONGEST_ANSWER = 256 << 10;

    private final HttpCalls calls;

    /** @param tls of connections to the provider; default: that of Java */
    ProviderCalls(Optional<SSLContext> tls) {
        calls = new HttpCalls(CONNECT_WITHIN, ANSWER_WITHIN, LONGEST_ANSWER, tls);
    }

    /** The body of a successful answer. */
    String get(URI url) throws IOException {
        HttpCalls.Answer answer = send(HttpRequest.newBuilder(url).GET().build());
        if (answer.status() != 200) {
            throw new IOException("it answers " + url + " with status " + answer.status());
        }
        return answer.body();
    }

    @Override
    public Resource retrieveResource(URL url) throws IOException {
        return new Resource(get(URI.create(url.toString())), JSON);
    }

    /** Sends a form, and returns any answer in JSON. */
    HTTPResponse post(HTTPRequest form) throws IOException, ParseException {
        HttpRequest.Builder request = HttpRequest.newBuilder(form.getURI())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", JSON)
                .POST(BodyPublishers.ofString(Objects.requireNonNullElse(form.getBody(), "")));
        String authorization = form.getAuthorization();
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        HttpCalls.Answer answer = send(request.build());
        HTTPResponse response = new HTTPResponse(answer.status());
        response.setContentType(answer.headers().firstValue("Content-Type").orElse(JSON));
        response.setBody(answer.body());
        return response;
    }

    private HttpCalls.Answer send(HttpRequest request) throws IOException {
        try {
            return calls.send(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (IOException e) {
            String reason = TlsFailure.reason(e).map(tls -> "it " + tls).orElseGet(() -> HttpFailure.reason(e));
            throw new IOException(reason, e);
        }
    }
}
