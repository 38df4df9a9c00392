package io.weir.writer;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.contract.line.SeriesReader;
import io.weir.writer.store.StoreUrl;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Distributes the lines of a record over the places of a store, as routes define. Without routes,
 * records are passed on unparsed. Used by one thread.
 */
final class Router {
    private final List<Route> routes;
    private final List<StoreUrl> places = new ArrayList<>();
    private final int[] placeOf;
    private final RouteTable known = new RouteTable();
    private final LineReader lines = new LineReader();
    private final SeriesReader series = new SeriesReader();
    private byte[] renamed = new byte[1 << 10];

    /**
     * Receives lines for a place, by its index in {@link #places}. The sink must not retain the
     * bytes.
     */
    interface Sink {
        void take(int place, byte[] bytes, int from, int to, int lines);
    }

    /**
     * Resolves the destination of each route.
     *
     * @throws io.weir.contract.config.Refusal if the store has no such place
     */
    Router(StoreUrl store, List<Route> routes) {
        this.routes = routes;
        places.add(store);
        placeOf = new int[routes.size()];
        for (int i = 0; i < placeOf.length; i++) {
            StoreUrl place = routes.get(i).to().map(store::at).orElse(store);
            if (!places.contains(place)) {
                places.add(place);
            }
            placeOf[i] = places.indexOf(place);
        }
    }

    /** The store itself, followed by the destinations of routes. */
    List<StoreUrl> places() {
        return places;
    }

    /**
     * Passes every line that is stored to the sink.
     *
     * @param record canonical lines
     * @param count number of lines, or -1 if unknown
     */
    void split(byte[] record, int count, Sink sink) {
        if (routes.isEmpty()) {
            sink.take(0, record, 0, record.length, count);
            return;
        }
        // Consecutive lines to the same place are passed in one piece.
        int from = 0;
        int to = 0;
        int run = 0;
        int place = 0;
        lines.wrap(record, 0, record.length);
        while (lines.next()) {
            int route = route();
            boolean isSkipped = route >= 0 && routes.get(route).isSkipped();
            MeasurementTemplate template =
                    route < 0 ? null : routes.get(route).as().orElse(null);
            int renamedTo = template == null ? -1 : rename(template);
            int goesTo = route < 0 ? 0 : placeOf[route];
            if (run > 0 && (isSkipped || renamedTo >= 0 || goesTo != place)) {
                sink.take(place, record, from, to, run);
                run = 0;
            }
            if (renamedTo >= 0) {
                sink.take(goesTo, renamed, 0, renamedTo, 1);
            } else if (!isSkipped) {
                from = run == 0 ? lines.lineStart() : from;
                to = lines.lineEnd();
                place = goesTo;
                run++;
            }
        }
        if (run > 0) {
            sink.take(place, record, from, to, run);
        }
    }

    /**
     * The index of the route of the current line, or -1. Unreadable lines go to the store itself,
     * which returns the reason.
     */
    private int route() {
        if (lines.error() != LineError.NONE) {
            return -1;
        }
        byte[] bytes = lines.bytes();
        int from = lines.seriesStart();
        int to = RouteTable.measurementEnd(bytes, from, lines.seriesEnd());
        int route = known.find(bytes, from, to);
        if (route == RouteTable.UNKNOWN) {
            route = find(bytes, from, to);
            known.put(bytes, from, to, route);
        }
        return route;
    }

    private int find(byte[] bytes, int from, int to) {
        String measurement = measurement(bytes, from, to);
        for (int i = 0; i < placeOf.length; i++) {
            if (measurement != null && routes.get(i).matches(measurement)) {
                return i;
            }
        }
        return -1;
    }

    private static @Nullable String measurement(byte[] bytes, int from, int to) {
        try {
            return Series.parse(bytes, from, to).measurement();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /**
     * Writes the current line with another measurement. Returns its length, or -1 if it lacks a
     * required tag.
     */
    private int rename(MeasurementTemplate template) {
        byte[] bytes = lines.bytes();
        int from = lines.seriesStart();
        int to = lines.seriesEnd();
        if (!MeasurementTemplate.read(series, bytes, from, to)) {
            return -1;
        }
        int room = template.room(to - from) + lines.lineEnd() - from;
        if (renamed.length < room) {
            renamed = new byte[2 * room];
        }
        int end = template.write(bytes, series, from, renamed, 0);
        if (end < 0) {
            return -1;
        }
        int rest = lines.lineEnd() - series.measurementEnd();
        System.arraycopy(bytes, series.measurementEnd(), renamed, end, rest);
        return end + rest;
    }
}
