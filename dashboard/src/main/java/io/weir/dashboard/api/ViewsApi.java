package io.weir.dashboard.api;

import io.weir.contract.rule.match.Direction;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.Ask;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.live.Selector;
import io.weir.dashboard.view.Panel;
import io.weir.dashboard.view.Threshold;
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

    private record Told(List<Map<String, Object>> views, List<String> mistakes) {}

    /** @param shelf contains the views in the order of the page's menu */
    public ViewsApi(ViewShelf shelf, Clock clock) {
        this.shelf = shelf;
        this.clock = clock;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of("GET /api/views", (Endpoint.Once) this::all);
    }

    private Answer all(Ask ask) {
        Views views = shelf.views(clock.millis());
        return Answer.of(new Told(views.all().stream().map(ViewsApi::view).toList(), views.mistakes()));
    }

    private static Map<String, Object> view(View view) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("name", view.name());
        told.put("title", view.title());
        view.about().ifPresent(about -> told.put("about", about));
        told.put("spanMillis", view.span().toMillis());
        view.choose().ifPresent(tag -> told.put("choose", tag));
        told.put("panels", view.panels().stream().map(ViewsApi::panel).toList());
        return told;
    }

    private static Map<String, Object> panel(Panel panel) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("title", panel.title());
        told.put("kind", panel.kind().name().toLowerCase(Locale.ROOT));
        told.put("metrics", panel.metrics().stream().map(Selector::text).toList());
        panel.unit().ifPresent(unit -> told.put("unit", unit));
        panel.min().ifPresent(min -> told.put("min", min));
        panel.max().ifPresent(max -> told.put("max", max));
        panel.minor().ifPresent(minor -> told.put("minor", threshold(minor)));
        panel.major().ifPresent(major -> told.put("major", threshold(major)));
        told.put("rate", panel.isRate());
        told.put("wide", panel.isWide());
        return told;
    }

    private static Map<String, Object> threshold(Threshold threshold) {
        return Map.of(threshold.direction() == Direction.ABOVE ? "above" : "below", threshold.value());
    }
}
