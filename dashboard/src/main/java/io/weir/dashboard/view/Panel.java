package io.weir.dashboard.view;

import io.weir.contract.config.Refusal;
import io.weir.dashboard.live.Selector;
import java.util.List;
import java.util.Optional;

/**
 * A part of a view.
 *
 * @param metrics the metrics that it shows
 * @param unit unit of the values, such as {@code %}
 * @param min start of its scale; for a gauge, 0 by default
 * @param max end of its scale
 * @param isRate whether the metrics are counters, shown as growth per second
 * @param columns its width, where the page has as many columns
 * @param isWide whether it has a row of its own
 * @param top the series that it shows; empty for all
 */
public record Panel(
        String title,
        Kind kind,
        List<Selector> metrics,
        Optional<String> unit,
        Optional<Double> min,
        Optional<Double> max,
        Optional<Threshold> minor,
        Optional<Threshold> major,
        boolean isRate,
        int columns,
        boolean isWide,
        Optional<Top> top) {
    static final int MOST_COLUMNS = 4;

    /** The form of display. */
    public enum Kind {
        PLOT,
        GAUGE,
        TILE,
        TABLE,
        BARS
    }

    /** Rejects panels that cannot be drawn. */
    public Panel {
        metrics = List.copyOf(metrics);
        if (title.isBlank()) {
            throw new Refusal("title", "must not be empty", "such as Processors");
        }
        if (metrics.isEmpty()) {
            throw new Refusal("metrics", "must not be empty", "such as cpu,cpu=cpu-total usage_active");
        }
        if (kind == Kind.GAUGE && max.isEmpty()) {
            throw new Refusal(
                    "max", "is missing: a gauge needs the end of its scale", "such as max: 100, or kind: tile");
        }
        if (kind == Kind.GAUGE && min.isEmpty()) {
            min = Optional.of(0.0);
        }
        if (min.isPresent() && max.isPresent() && min.get() >= max.get()) {
            throw new Refusal("max", "must be above min", "exchange them?");
        }
        if (isWide && columns > 1) {
            throw new Refusal("columns", "must not be set for a wide panel, which has its own row", "omit one of both");
        }
        if (kind == Kind.TABLE && top.isPresent()) {
            throw new Refusal("top", "must not be set for a table, which users sort", "omit it, or use kind: bars");
        }
        if (minor.isPresent() && major.isPresent() && !major.get().isBeyond(minor.get())) {
            throw new Refusal(
                    "major",
                    "must be beyond minor, on the same side",
                    "such as minor: {above: 80}, major: {above: 95}");
        }
    }
}
