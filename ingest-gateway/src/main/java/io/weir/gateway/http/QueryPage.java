package io.weir.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.weir.gateway.json.JsonText;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers the queries that clients of InfluxDB 1.x send before they write: creating a database,
 * which always succeeds, and listing databases, which returns none. Weir stores no data to query.
 */
final class QueryPage implements Page {
    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.GET, HttpMethod.POST);
    private static final Pattern CREATE = statement("CREATE (DATABASE|RETENTION POLICY) .+");
    private static final Pattern SHOW = statement("SHOW DATABASES");
    private static final String ANSWERED = "CREATE DATABASE, CREATE RETENTION POLICY and SHOW DATABASES";

    private final Tokens tokens;

    QueryPage(Tokens tokens) {
        this.tokens = tokens;
    }

    private static Pattern statement(String words) {
        return Pattern.compile("\\s*" + words.replace(" ", "\\s+") + "\\s*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }

    @Override
    public Set<HttpMethod> methods() {
        return METHODS;
    }

    @Override
    public @Nullable Answer refuse(Head head, SocketAddress source) {
        boolean isAllowed =
                tokens.allow(head.header(HttpHeaderNames.AUTHORIZATION), head.parameter("u"), head.parameter("p"));
        return isAllowed ? null : RejectedRequest.unauthorized(Dialect.V1);
    }

    @Override
    public void serve(Head head, byte[] body, int length, SocketAddress source, Consumer<Answer> reply) {
        String query = head.parameter("q");
        reply.accept(answer(query == null ? ofForm(new String(body, 0, length, UTF_8)) : query));
    }

    private static String ofForm(String form) {
        try {
            List<String> values =
                    new QueryStringDecoder(form, UTF_8, false).parameters().get("q");
            return values == null || values.isEmpty() ? "" : values.get(0);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static Answer answer(String query) {
        List<String> statements = List.of(query.split(";"));
        for (String statement : statements) {
            if (!CREATE.matcher(statement).matches() && !SHOW.matcher(statement).matches()) {
                return Dialect.V1
                        .error(400, "Weir accepts metrics and answers only " + ANSWERED + "; query the store instead")
                        .rejected(RejectedRequest.QUERY);
            }
        }
        return Answer.json(200, JsonText.object(json -> {
            json.writeArrayFieldStart("results");
            for (int i = 0; i < statements.size(); i++) {
                writeResult(json, i, SHOW.matcher(statements.get(i)).matches());
            }
            json.writeEndArray();
        }));
    }

    private static void writeResult(JsonGenerator json, int id, boolean isShow) throws IOException {
        json.writeStartObject();
        json.writeNumberField("statement_id", id);
        if (isShow) {
            json.writeArrayFieldStart("series");
            json.writeStartObject();
            json.writeStringField("name", "databases");
            json.writeArrayFieldStart("columns");
            json.writeString("name");
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndArray();
        }
        json.writeEndObject();
    }
}
