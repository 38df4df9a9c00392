package io.weir.notify.webhook;

import com.samskivert.mustache.BasicCollector;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.MustacheException;
import com.samskivert.mustache.Template;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.config.Nearest;
import io.weir.contract.config.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A Mustache template over the fields of a transition, which makes request bodies.
 * {@code {{message}}} is escaped for the body's format, {@code {{{event}}}} is not. A tag is
 * {@code {{tags.hostname}}}, and empty if the series does not have it. Immutable.
 */
final class BodyTemplate {
    /** The template for the whole transition. */
    static final BodyTemplate EVENT = of("{{{" + EventFields.EVENT + "}}}", BodyFormat.JSON);

    private static final String TAG = EventFields.TAGS + ".";

    private final Template template;

    private BodyTemplate(Template template) {
        this.template = template;
    }

    /**
     * Compiles a template and tests it with sample transitions.
     *
     * @throws Refusal if it is invalid, names an unknown field, or makes bodies of another format
     */
    static BodyTemplate of(String text, BodyFormat format) {
        try {
            Template template = Mustache.compiler()
                    .withEscaper(format::escaped)
                    .withCollector(new MapsOnly())
                    .emptyStringIsFalse(true)
                    .defaultValue("")
                    .withLoader(name -> {
                        throw new Refusal("includes " + Refusal.quote(name), "write the whole template here");
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
        String rendered = template.execute(EventFields.of(sample));
        format.mistake(rendered).ifPresent(mistake -> {
            throw new Refusal(
                    "renders " + Refusal.quote(rendered) + ", which is not " + format + ": " + mistake,
                    "a field that may be empty, such as value, needs quotes around it, or"
                            + " {{#value}}{{value}}{{/value}}{{^value}}null{{/value}}");
        });
    }

    /** Renders the body for a transition. */
    byte[] render(AlarmEvent event) {
        return template.execute(EventFields.of(event)).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The library's own collector also reads object fields, and finds the bytes of a text under the
     * name {@code value}.
     */
    private static final class MapsOnly extends BasicCollector {
        @Override
        public <K, V> Map<K, V> createFetcherCache() {
            return new ConcurrentHashMap<>();
        }
    }

    /** Refuses unknown names. Inside a section over the tags, any tag key is valid. */
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
                throw new Refusal("names \"tags\" as a whole", "name one tag, such as tags.hostname");
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
