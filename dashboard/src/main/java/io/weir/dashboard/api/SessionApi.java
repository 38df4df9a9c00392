package io.weir.dashboard.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.dashboard.http.Access;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.http.Json;
import io.weir.dashboard.http.LocalAccess;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/** The endpoints for the user's session where no provider signs users in. */
public final class SessionApi {
    private final LocalAccess access;
    private final Clock clock;

    /** @param clock for logins */
    public SessionApi(LocalAccess access, Clock clock) {
        this.access = access;
        this.clock = clock;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of(
                "GET /api/session", (Endpoint.Open) request -> Answer.of(access.who(request, clock.millis())),
                "POST /api/login", (Endpoint.Open) this::login,
                "POST /api/logout", (Endpoint.Open) this::logout);
    }

    private Answer login(ApiRequest request) {
        JsonNode json = Json.object(request.body());
        String cookie = access.login(
                request, text(json, "user").orElse(""), text(json, "token").orElse(""), clock.millis());
        return Answer.of(Map.of("ok", true)).withCookie(cookie);
    }

    private Answer logout(ApiRequest request) {
        Access.requireOwnPage(request);
        return Answer.of(Map.of("ok", true)).withCookie(access.logout());
    }

    private static Optional<String> text(JsonNode json, String field) {
        return Optional.ofNullable(json.get(field)).filter(JsonNode::isTextual).map(JsonNode::textValue);
    }
}
