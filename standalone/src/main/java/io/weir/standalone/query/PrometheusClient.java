package io.weir.standalone.query;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.service.StartException;
import io.weir.standalone.topic.TerminalText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;

/**
 * The HTTP API of Prometheus. {@code HttpURLConnection} limits the wait for each part of an answer,
 * which the client of {@code java.net.http} does not.
 */
final class PrometheusClient {
    /** The endpoint of queries with steps. */
    static final String RANGE = "query_range";
    /** The endpoint with the names of metrics. It has no POST. */
    static final String NAMES = "label/__name__/values";
    /** An endpoint without a limit of time in its parameters. */
    static final String SERIES = "series";
    /** The endpoint of stored values, which only Weir has. It has no limit of time in its parameters. */
    static final String VALUES = "values";

    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
    /** The time that a server may need to send its own error about the timeout. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final int LONGEST_ERROR = 1 << 16;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI server;
    private final Optional<String> token;
    private final Duration timeout;

    /**
     * @param server without a slash at the end
     * @param timeout of the query, and of each part of the answer
     */
    PrometheusClient(URI server, Optional<String> token, Duration timeout) {
        this.server = server;
        this.token = token;
        this.timeout = timeout;
    }

    /** Reads an answer. */
    interface Reader {
        void read(InputStream body) throws IOException;
    }

    /**
     * Sends a request and reads its answer as it arrives.
     *
     * @param endpoint such as {@code query}
     * @param query what the server parses; an error shows the position in it
     * @throws StartException if the server does not answer, refuses the request, or its answer is
     *     not readable
     * @throws OutputException if the reader cannot write
     */
    void ask(String endpoint, String query, List<Map.Entry<String, String>> parameters, Reader reader)
            throws OutputException {
        Optional<String> refusal = tryToAsk(endpoint, query, parameters, reader);
        if (refusal.isPresent()) {
            throw new StartException(refusal.get());
        }
    }

    /** As {@link #ask}, but returns what the server says if it refuses the query. */
    Optional<String> tryToAsk(String endpoint, String query, List<Map.Entry<String, String>> parameters, Reader reader)
            throws OutputException {
        try {
            HttpURLConnection call = endpoint.equals(NAMES) ? get(endpoint, parameters) : post(endpoint, parameters);
            if (call.getResponseCode() != HttpURLConnection.HTTP_OK) {
                return Optional.of(refusalOfQuery(call, endpoint, query));
            }
            read(call, reader);
            return Optional.empty();
        } catch (OutputException e) {
            throw e;
        } catch (JsonProcessingException e) {
            throw new StartException(
                    server + " answers what is not the JSON of Prometheus' API: "
                            + TerminalText.of(e.getOriginalMessage()) + "; name another server with --url URL",
                    e);
        } catch (IOException e) {
            throw new StartException(away(endpoint, e), e);
        }
    }

    private void read(HttpURLConnection call, Reader reader) throws IOException {
        try (InputStream body = call.getInputStream()) {
            reader.read(body);
        } catch (JsonEOFException e) {
            throw new StartException(endedEarly(""), e);
        } catch (OutputException | JsonProcessingException | SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            throw new StartException(endedEarly(" (" + e.getMessage() + ")"), e);
        }
    }

    private String endedEarly(String reason) {
        return server + " ended its answer early" + reason
                + ": repeat the query; if it ends early again, shorten the range";
    }

    private HttpURLConnection get(String endpoint, List<Map.Entry<String, String>> parameters) throws IOException {
        return open(endpoint + '?' + form(parameters));
    }

    private HttpURLConnection post(String endpoint, List<Map.Entry<String, String>> parameters) throws IOException {
        byte[] form = form(parameters).getBytes(US_ASCII);
        HttpURLConnection call = open(endpoint);
        call.setRequestMethod("POST");
        call.setRequestProperty("Content-Type", "application/x-www-form-urlencoded");
        call.setDoOutput(true);
        call.setFixedLengthStreamingMode(form.length);
        try (OutputStream body = call.getOutputStream()) {
            body.write(form);
        }
        return call;
    }

    private static String form(List<Map.Entry<String, String>> parameters) {
        return parameters.stream()
                .map(each -> each.getKey() + '=' + URLEncoder.encode(each.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }

    private HttpURLConnection open(String path) throws IOException {
        HttpURLConnection call = (HttpURLConnection)
                URI.create(server + "/api/v1/" + path).toURL().openConnection();
        call.setConnectTimeout((int) CONNECT_WITHIN.toMillis());
        call.setReadTimeout((int) timeout.plus(GRACE).toMillis());
        // A redirected POST would become a GET.
        call.setInstanceFollowRedirects(false);
        call.setRequestProperty("Accept", "application/json");
        token.ifPresent(secret -> call.setRequestProperty("Authorization", "Bearer " + secret));
        return call;
    }

    /** The parameter that limits the time of a query in the server. */
    Map.Entry<String, String> timeoutParameter() {
        return Map.entry("timeout", timeout.toMillis() + "ms");
    }

    @Override
    public String toString() {
        return server.toString();
    }

    private String away(String endpoint, IOException e) {
        if (e instanceof SocketTimeoutException
                && !String.valueOf(e.getMessage()).startsWith("Connect")) {
            return server + " did not answer within " + timeout.toMillis() / 1000.0 + " s: "
                    + remedy(endpoint, "--timeout");
        }
        String reason = e instanceof UnknownHostException ? "unknown host" : String.valueOf(e.getMessage());
        return "no answer from " + server + " (" + TerminalText.of(reason) + "): "
                + (e instanceof SSLException
                        ? "is it a server with TLS, whose certificate this machine trusts?"
                        : "is Weir's dashboard running there?")
                + " Name another server with --url URL";
    }

    /**
     * The remedy for a query that does not end in time.
     *
     * @param limit what to raise instead
     */
    private static String remedy(String endpoint, String limit) {
        return "shorten the range, " + (endpoint.equals(RANGE) ? "raise --step, " : "") + "or raise " + limit;
    }

    /** @throws StartException if the answer is not about the query */
    private String refusalOfQuery(HttpURLConnection call, String endpoint, String query) throws IOException {
        int status = call.getResponseCode();
        if (status == HttpURLConnection.HTTP_UNAUTHORIZED || status == HttpURLConnection.HTTP_FORBIDDEN) {
            throw new StartException(
                    server + " answers " + status + (token.isPresent() ? ": the token is not the right one" : "")
                            + ": name a file with a token that it accepts with --token-file FILE");
        }
        JsonNode answer = error(call);
        String message = answer.path("error").asText();
        if (message.isEmpty()) {
            throw new StartException(server + " answers " + status + " to "
                    + call.getURL().getPath() + ": it has no "
                    + (endpoint.equals(VALUES) ? "stored values as Weir's dashboard has" : "HTTP API of Prometheus")
                    + " there; name another server with --url URL");
        }
        // The timeout of a request can only shorten that of the server.
        return refusal(endpoint, query, answer.path("errorType").asText(), message);
    }

    /** A server's error about a query, with the remedy. */
    String refusal(String endpoint, String query, String type, String message) {
        String limits = (List.of(SERIES, VALUES, NAMES).contains(endpoint) ? "" : "--timeout and ")
                + "the server's limit (dashboard.query.timeout)";
        return new QueryRefusal(query, type, message, remedy(endpoint, limits)).text(server.toString());
    }

    /** The JSON of an error; missing if the body has another form. */
    private static JsonNode error(HttpURLConnection call) throws IOException {
        try (InputStream body = call.getErrorStream()) {
            return body == null ? JSON.missingNode() : JSON.readTree(body.readNBytes(LONGEST_ERROR));
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }
}
