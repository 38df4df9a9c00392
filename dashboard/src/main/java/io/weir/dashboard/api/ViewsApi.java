package io.weir.dashboard.api;

import io.weir.contract.config.Durations;
import io.weir.contract.rule.match.Direction;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.live.Selector;
import io.weir.dashboard.view.Panel;
import io.weir.dashboard.view.Threshold;
import io.weir.dashboard.view.Variable;
import io.weir.dashboard.view.View;
import io.weir.dashboard.view.ViewShelf;
import io.weir.dashboard.view.ViewShelf.Views;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The endpoint for views. */
public final class ViewsApi {
    private final ViewShelf shelf;
    private final Clock clock;

    private record Reply(List<Map<String, Object>> views, List<String> mistakes) {}

    /** @param shelf contains the views in the order of the page's menu */
    public ViewsApi(ViewShelf shelf, Clock clock) {
        this.shelf = shelf;
        this.clock = clock;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of("GET /api/views", (Endpoint.Once) this::all);
    }

    private Answer all(ApiRequest request) {
        Views views = shelf.views(clock.millis());
        return Answer.of(new Reply(views.all().stream().map(ViewsApi::view).toList(), views.mistakes()));
    }

    private static Map<String, Object> view(View view) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", view.name());
        json.put("version", view.version());
        json.put("title", view.title());
        view.about().ifPresent(about -> json.put("about", about));
        json.put("span", Durations.format(view.span()));
        json.put("spanMillis", view.span().toMillis());
        view.choose().ifPresent(tag -> json.put("choose", tag));
        json.put("variables", view.variables().stream().map(ViewsApi::variable).toList());
        json.put("panels", view.panels().stream().map(ViewsApi::panel).toList());
        return json;
    }

    private static Map<String, Object> variable(Variable variable) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", variable.name());
        variable.measurement().ifPresent(measurement -> json.put("measurement", measurement));
        json.put("tag", variable.tag());
        variable.fallback().ifPresent(fallback -> json.put("default", fallback));
        json.put("all", variable.hasAll());
        return json;
    }

    private static Map<String, Object> panel(Panel panel) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("title", panel.title());
        json.put("kind", panel.kind().name().toLowerCase(Locale.ROOT));
        json.put("metrics", panel.metrics().stream().map(Selector::text).toList());
        panel.unit().ifPresent(unit -> json.put("unit", unit));
        panel.min().ifPresent(min -> json.put("min", min));
        panel.max().ifPresent(max -> json.put("max", max));
        panel.minor().ifPresent(minor -> json.put("minor", threshold(minor)));
        panel.major().ifPresent(major -> json.put("major", threshold(major)));
        json.put("rate", panel.isRate());
        json.put("columns", panel.columns());
        json.put("wide", panel.isWide());
        panel.top().ifPresent(top -> {
            json.put("top", top.series());
            json.put("top-by", top.by().name().toLowerCase(Locale.ROOT));
        });
        return json;
    }

    private static Map<String, Object> threshold(Threshold threshold) {
        return Map.of(threshold.direction() == Direction.ABOVE ? "above" : "below", threshold.value());
    }
}
