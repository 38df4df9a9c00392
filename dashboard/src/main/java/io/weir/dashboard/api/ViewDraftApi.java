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
import io.weir.dashboard.view.ViewFiles;
import io.weir.dashboard.view.ViewShelf;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The endpoint for views that users change on the page. It writes no file, so every reader may use it. */
public final class ViewDraftApi {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long WAIT_SECONDS = 2;
    /** The keys of a view that the page changes, besides its panels. */
    private static final List<String> HEAD = List.of("title", "about", "span", "choose", "variables");

    private final ViewShelf shelf;
    private final Clock clock;

    /** The time of a diff grows with the square of the changed lines. */
    private final Semaphore permits = new Semaphore(2);

    private record Reply(String yaml, String diff, boolean rewritten, List<String> mistakes) {}

    /** @param shelf contains the current views */
    public ViewDraftApi(ViewShelf shelf, Clock clock) {
        this.shelf = shelf;
        this.clock = clock;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of("POST /api/views/draft", (Endpoint.Once) this::draft);
    }

    private Answer draft(ApiRequest request) throws InterruptedException {
        if (!permits.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
            throw new ApiException(503, "too many concurrent drafts of views; try again in a moment");
        }
        try {
            return answer(request);
        } finally {
            permits.release();
        }
    }

    private Answer answer(ApiRequest request) {
        JsonNode body = Json.object(request.body());
        String name = body.path("name").asText();
        Optional<View> current = shelf.views(clock.millis()).all().stream()
                .filter(view -> view.name().equals(name))
                .findAny();
        try {
            ViewDraft draft = body.has("view") ? ofNew(name, body, current) : ofCurrent(name, body, current);
            return Answer.of(new Reply(draft.yaml(), draft.diff(), draft.isRewritten(), List.of()));
        } catch (MistakesException e) {
            return Answer.of(new Reply(
                    "", "", false, e.mistakes().stream().map(Mistake::toString).toList()));
        }
    }

    private static ViewDraft ofNew(String name, JsonNode body, Optional<View> current) {
        if (!ViewFiles.isName(name)) {
            throw new ApiException(400, "name must be one of a view: letters, digits, - and _");
        }
        if (current.isPresent()) {
            throw new ApiException(409, name + ".yaml exists again; apply the draft to the current file");
        }
        if (!body.path("view").isObject()) {
            throw new ApiException(400, "view must be an object");
        }
        return ViewDraft.ofNew(name, keys(body.path("view")));
    }

    private static ViewDraft ofCurrent(String name, JsonNode body, Optional<View> found) {
        View current = found.orElseThrow(() -> new ApiException(404, "no view has the name " + name));
        if (!current.version().equals(body.path("version").asText())) {
            throw new ApiException(
                    409, name + ".yaml has changed since the page read it; apply the draft to the current file");
        }
        if (!body.path("panels").isArray()) {
            throw new ApiException(400, "panels must be a list");
        }
        List<Draft> panels = new ArrayList<>();
        body.path("panels").forEach(panel -> panels.add(panel(panel, current)));
        List<Integer> kept =
                panels.stream().flatMap(panel -> panel.was().stream()).toList();
        if (kept.stream().distinct().count() < kept.size()) {
            throw new ApiException(400, "was must be another index for each panel");
        }
        Map<String, Object> head = keys(body);
        head.keySet().retainAll(HEAD);
        return ViewDraft.of(current, head, panels);
    }

    private static Map<String, Object> keys(JsonNode object) {
        return new LinkedHashMap<>(JSON.convertValue(object, new TypeReference<Map<String, Object>>() {}));
    }

    private static Draft panel(JsonNode panel, View current) {
        if (!panel.isObject()) {
            throw new ApiException(400, "panels must be a list of objects");
        }
        Map<String, Object> keys = keys(panel);
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
