package io.weir.notify.webhook;

import com.samskivert.mustache.BasicCollector;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.MustacheException;
import com.samskivert.mustache.Template;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.yaml.Nearest;
import io.weir.contract.yaml.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a request's body is made by: a Mustache template over the fields of a transition. {@code {{message}}} is escaped as the
 * body's format wants it, {@code {{{event}}}} is not; a tag is {@code {{tags.hostname}}}, and empty where the series has no such.
 * Immutable.
 */
final class BodyTemplate {
    /** The whole transition. */
    static final BodyTemplate EVENT = of("{{{" + EventFields.EVENT + "}}}", BodyFormat.JSON);

    private static final String TAG = EventFields.TAGS + ".";

    private final Template template;

    private BodyTemplate(Template template) {
        this.template = template;
    }

    /**
     * Reads a template, and tries it.
     *
     * @throws Refusal if it is none, names what no transition has, or makes bodies of another format
     */
    static BodyTemplate of(String text, BodyFormat format) {
        try {
            Template template = Mustache.compiler()
                    .withEscaper(format::escaped)
                    .withCollector(new MapsOnly())
                    .emptyStringIsFalse(true)
                    .defaultValue("")
                    .withLoader(name -> {
                        throw new Refusal("includes " + Refusal.quote(name), "write all of it here");
                    })
                    .compile(text);
            template.visit(new Names());
            BodyTemplate body = new BodyTemplate(template);
            for (AlarmEvent sample : List.of(EventFields.FULL, EventFields.BARE)) {
                body.requireOf(format, sample);
            }
            return body;
        } catch (MustacheException e) {
            throw new Refusal("is no template: " + e.getMessage(), "such as '{\"text\": \"{{message}}\"}'");
        }
    }

    private void requireOf(BodyFormat format, AlarmEvent sample) {
        String made = template.execute(EventFields.of(sample));
        format.mistake(made).ifPresent(mistake -> {
            throw new Refusal(
                    "makes " + Refusal.quote(made) + ", which is not " + format + ": " + mistake,
                    "what may be empty, such as value, needs quotes around it, or"
                            + " {{#value}}{{value}}{{/value}}{{^value}}null{{/value}}");
        });
    }

    /** The body for a transition. */
    byte[] render(AlarmEvent event) {
        return template.execute(EventFields.of(event)).getBytes(StandardCharsets.UTF_8);
    }

    /** The library's own collector looks into objects as well, and finds the bytes of a text by the name {@code value}. */
    private static final class MapsOnly extends BasicCollector {
        @Override
        public <K, V> Map<K, V> createFetcherCache() {
            return new ConcurrentHashMap<>();
        }
    }

    /** Knows every name that may stand in a template. Within a section over the tags, their keys do. */
    private static final class Names implements Mustache.Visitor {
        @Override
        public void visitText(String text) {
            if (text.contains("{{")) {
                throw new Refusal("has a {{ without its }}", "such as {{message}}");
            }
        }

        @Override
        public void visitVariable(String name) {
            if (name.equals(EventFields.TAGS)) {
                throw new Refusal("names \"tags\" as a whole", "name one, such as tags.hostname");
            }
            require(name);
        }

        @Override
        public boolean visitInclude(String name) {
            return true;
        }

        @Override
        public boolean visitSection(String name) {
            require(name);
            return !name.equals(EventFields.TAGS);
        }

        @Override
        public boolean visitInvertedSection(String name) {
            require(name);
            return true;
        }

        private static void require(String name) {
            if (!EventFields.NAMES.contains(name) && !name.startsWith(TAG)) {
                throw new Refusal(
                        "names " + Refusal.quote(name) + ", which no transition has",
                        Nearest.suggestion(name, EventFields.NAMES) + " A tag is tags.hostname.");
            }
        }
    }
}
