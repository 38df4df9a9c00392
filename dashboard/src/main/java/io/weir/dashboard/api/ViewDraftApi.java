package io.weir.dashboard.api;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.config.Mistake;
import io.weir.contract.config.MistakesException;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.http.Json;
import io.weir.dashboard.view.View;
import io.weir.dashboard.view.ViewDraft;
import io.weir.dashboard.view.ViewDraft.Draft;
import io.weir.dashboard.view.ViewShelf;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The endpoint for views that users change on the page. It writes no file, so every reader may use it. */
public final class ViewDraftApi {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ViewShelf shelf;
    private final Clock clock;

    private record Reply(String yaml, String diff, List<String> mistakes) {}

    /** @param shelf contains the current views */
    public ViewDraftApi(ViewShelf shelf, Clock clock) {
        this.shelf = shelf;
        this.clock = clock;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of("POST /api/views/draft", (Endpoint.Once) this::draft);
    }

    private Answer draft(ApiRequest request) {
        JsonNode body = Json.object(request.body());
        String name = body.path("name").asText();
        View current = shelf.views(clock.millis()).all().stream()
                .filter(view -> view.name().equals(name))
                .findAny()
                .orElseThrow(() -> new ApiException(404, "no view has the name " + name));
        if (!current.version().equals(body.path("version").asText())) {
            throw new ApiException(
                    409, name + ".yaml has changed since the page read it; reload the page, and edit it again");
        }
        if (!body.path("panels").isArray()) {
            throw new ApiException(400, "panels must be a list");
        }
        List<Draft> panels = new ArrayList<>();
        body.path("panels").forEach(panel -> panels.add(panel(panel, current)));
        try {
            ViewDraft draft = ViewDraft.of(current, body.path("title").asText(), panels);
            return Answer.of(new Reply(draft.yaml(), draft.diff(), List.of()));
        } catch (MistakesException e) {
            return Answer.of(new Reply(
                    "", "", e.mistakes().stream().map(Mistake::toString).toList()));
        }
    }

    private static Draft panel(JsonNode panel, View current) {
        if (!panel.isObject()) {
            throw new ApiException(400, "panels must be a list of objects");
        }
        Map<String, Object> keys =
                new LinkedHashMap<>(JSON.convertValue(panel, new TypeReference<Map<String, Object>>() {}));
        keys.remove("was");
        JsonNode was = panel.path("was");
        if (was.isMissingNode()) {
            return new Draft(Optional.empty(), keys);
        }
        if (!was.isInt() || was.asInt() < 0 || was.asInt() >= current.panels().size()) {
            throw new ApiException(400, "was must be the index of a panel of the current view");
        }
        return new Draft(Optional.of(was.asInt()), keys);
    }
}
