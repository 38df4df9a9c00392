package io.weir.contract.config;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Parses text to a {@link YamlNode}; with {@link YamlText} the only class that uses the YAML library.
 *
 * <p>It reads the library's events rather than its composed nodes. Depth is bounded before any
 * recursion, and no alias, tag or class is accepted. Syntax errors end the parse, duplicate keys do
 * not.
 */
final class YamlParser {
    private static final int MAX_DEPTH = 50;

    private static final int LEAST_BUFFER = 1 << 10;
    private static final int MOST_BUFFER = 1 << 20;

    private final Mistakes mistakes;
    private final Iterator<Event> events;

    private YamlParser(String name, String text, Mistakes mistakes) {
        this.mistakes = mistakes;
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setCodePointLimit(Math.max(1, text.length()))
                // The library copies the rest of a long line for each piece that it reads; larger
                // pieces are faster.
                .setBufferSize(Math.min(Math.max(LEAST_BUFFER, text.length()), MOST_BUFFER))
                .build();
        this.events = new Parse(settings).parseString(text).iterator();
    }

    /**
     * An empty document is an empty mapping. Returns empty if the document cannot be parsed to its
     * end.
     */
    static Optional<YamlNode> parse(String name, String text, Mistakes mistakes) {
        Place whole = Place.of(name, 0);
        try {
            return Optional.of(new YamlParser(name, text, mistakes).document(whole));
        } catch (Mistakes.TooMany enough) {
            return Optional.empty();
        } catch (Stop stop) {
            mistakes.add(stop.mistake);
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
            mistakes.add(Place.of(name, line).mistake("is not YAML: " + oneLine(e.getProblem()), ""));
        } catch (ReaderException e) {
            int line = lineOf(text, e.getPosition());
            mistakes.add(Place.of(name, line)
                    .mistake("contains a character that YAML forbids, code " + e.getCodePoint(), "is it a text file?"));
        } catch (YamlEngineException e) {
            mistakes.add(whole.mistake("is not YAML: " + oneLine(String.valueOf(e.getMessage())), ""));
        }
        return Optional.empty();
    }

    private YamlNode document(Place whole) {
        events.next(); // stream start
        if (!is(events.next(), Event.ID.DocumentStart)) {
            return new YamlNode.Mapping(1, Map.of());
        }
        YamlNode root = node(events.next(), whole, 0);
        events.next(); // document end
        Event last = events.next();
        if (is(last, Event.ID.DocumentStart)) {
            throw new Stop(Place.of(whole.file(), line(last)).mistake("begins a second document", "keep one per file"));
        }
        return root;
    }

    private YamlNode node(Event event, Place place, int depth) {
        Place here = place.at(line(event));
        refuseIndirection(event, here);
        if (depth > MAX_DEPTH) {
            throw new Stop(
                    Place.of(place.file(), line(event)).mistake("is nested deeper than " + MAX_DEPTH + " levels", ""));
        }
        if (event instanceof ScalarEvent scalar) {
            return new YamlNode.Scalar(line(event), scalar.getValue(), !scalar.isPlain());
        }
        if (event instanceof SequenceStartEvent) {
            List<YamlNode> items = new ArrayList<>();
            for (Event next = events.next(); !is(next, Event.ID.SequenceEnd); next = events.next()) {
                items.add(node(next, place.item(items.size(), line(next)), depth + 1));
            }
            return new YamlNode.Sequence(line(event), items);
        }
        return mapping(event, here, depth);
    }

    private YamlNode mapping(Event start, Place place, int depth) {
        Map<String, YamlNode.Entry> entries = new LinkedHashMap<>();
        for (Event next = events.next(); !is(next, Event.ID.MappingEnd); next = events.next()) {
            refuseIndirection(next, place.at(line(next)));
            if (!(next instanceof ScalarEvent key)) {
                throw new Stop(place.at(line(next))
                        .mistake("has a key that is not plain text", "quote a text that begins with { or ["));
            }
            Place here = place.key(key.getValue(), line(key));
            YamlNode.Entry entry = new YamlNode.Entry(line(key), node(events.next(), here, depth + 1));
            YamlNode.Entry first = entries.putIfAbsent(key.getValue(), entry);
            if (first != null) {
                mistakes.add(here.mistake("is written twice, first in line " + first.line(), "keep one of them"));
            }
        }
        return new YamlNode.Mapping(line(start), entries);
    }

    private static void refuseIndirection(Event event, Place place) {
        boolean anchored = event instanceof NodeEvent node && node.getAnchor().isPresent();
        if (event instanceof AliasEvent || anchored) {
            throw new Stop(place.mistake(
                    "uses a YAML anchor or alias", "write the value out; a text that begins with * or & needs quotes"));
        }
        boolean tagged = (event instanceof ScalarEvent scalar && scalar.getTag().isPresent())
                || (event instanceof CollectionStartEvent start
                        && start.getTag().isPresent());
        if (tagged) {
            throw new Stop(place.mistake("uses a YAML tag", "remove it; a text that begins with ! needs quotes"));
        }
    }

    private static boolean is(Event event, Event.ID id) {
        return event.getEventId() == id;
    }

    private static int line(Event event) {
        return event.getStartMark().map(Mark::getLine).orElse(-1) + 1;
    }

    private static int lineOf(String text, int position) {
        return 1
                + (int) text.chars()
                        .limit(Math.max(0, position))
                        .filter(c -> c == '\n')
                        .count();
    }

    private static String oneLine(String problem) {
        return problem.replace('\n', ' ').replace('\r', ' ');
    }

    /** Ends the parse at a mistake after which nothing can be read. */
    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Mistake mistake;

        Stop(Mistake mistake) {
            super(mistake.toString(), null, false, false);
            this.mistake = mistake;
        }
    }
}
