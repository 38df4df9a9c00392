package io.weir.dashboard.view;

import io.weir.contract.config.Durations;
import io.weir.contract.rule.match.Direction;
import io.weir.dashboard.live.Selector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The keys of a file that describe a view, without those that have their default value. */
final class ViewMap {
    private ViewMap() {}

    /** All keys but the panels. */
    static Map<String, Object> head(View view) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("title", view.title());
        view.about().ifPresent(about -> keys.put("about", about));
        if (!view.span().equals(ViewReader.DEFAULT_SPAN)) {
            keys.put("span", Durations.format(view.span()));
        }
        view.choose().ifPresent(choose -> keys.put("choose", choose));
        if (!view.variables().isEmpty()) {
            keys.put("variables", variables(view));
        }
        return keys;
    }

    /** The variables, by name. */
    static Map<String, Object> variables(View view) {
        Map<String, Object> variables = new LinkedHashMap<>();
        view.variables().forEach(variable -> variables.put(variable.name(), of(variable)));
        return variables;
    }

    /** All keys. */
    static Map<String, Object> of(View view) {
        Map<String, Object> keys = head(view);
        keys.put("panels", view.panels().stream().map(ViewMap::of).toList());
        return keys;
    }

    private static Map<String, Object> of(Variable variable) {
        Map<String, Object> keys = new LinkedHashMap<>();
        variable.measurement().ifPresent(measurement -> keys.put("measurement", measurement));
        keys.put("tag", variable.tag());
        variable.fallback().ifPresent(fallback -> keys.put("default", fallback));
        if (variable.hasAll()) {
            keys.put("all", true);
        }
        return keys;
    }

    static Map<String, Object> of(Panel panel) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("title", panel.title());
        if (panel.kind() != Panel.Kind.PLOT) {
            keys.put("kind", panel.kind().name().toLowerCase(Locale.ROOT));
        }
        List<String> metrics = panel.metrics().stream().map(Selector::text).toList();
        keys.put("metrics", metrics.size() == 1 ? metrics.get(0) : metrics);
        panel.unit().ifPresent(unit -> keys.put("unit", unit));
        panel.min()
                .filter(min -> panel.kind() != Panel.Kind.GAUGE || min != 0)
                .ifPresent(min -> keys.put("min", number(min)));
        panel.max().ifPresent(max -> keys.put("max", number(max)));
        panel.minor().ifPresent(minor -> keys.put("minor", of(minor)));
        panel.major().ifPresent(major -> keys.put("major", of(major)));
        if (panel.isRate()) {
            keys.put("rate", true);
        }
        if (panel.columns() > 1) {
            keys.put("columns", panel.columns());
        }
        if (panel.isWide()) {
            keys.put("wide", true);
        }
        panel.top().ifPresent(top -> keys.putAll(of(top)));
        return keys;
    }

    private static Map<String, Object> of(Top top) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("top", top.series());
        if (top.by() != Top.By.LAST) {
            keys.put("top-by", top.by().name().toLowerCase(Locale.ROOT));
        }
        return keys;
    }

    private static Map<String, Object> of(Threshold threshold) {
        return Map.of(threshold.direction() == Direction.ABOVE ? "above" : "below", number(threshold.value()));
    }

    /** Users write 80, not 80.0. */
    private static Number number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? (Number) (long) value : (Number) value;
    }
}
