package io.weir.contract.rule.alarm;

import io.weir.contract.config.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A text with placeholders in braces: {@code value}, {@code threshold}, {@code field},
 * {@code rule}, {@code severity}, or a tag's key. A literal brace is doubled.
 */
public final class MessageTemplate {
    private record Part(String text, boolean isPlaceholder) {}

    static final int MOST_CHARACTERS = 8_000;

    private final String template;
    private final List<Part> parts = new ArrayList<>();

    private MessageTemplate(String template) {
        this.template = template;
    }

    /** @throws Refusal if a brace has no partner or a placeholder no name */
    public static MessageTemplate of(String template) {
        MessageTemplate parsed = new MessageTemplate(template);
        StringBuilder plain = new StringBuilder();
        int at = 0;
        while (at < template.length()) {
            char c = template.charAt(at);
            if ((c == '{' || c == '}') && template.startsWith(String.valueOf(c), at + 1)) {
                plain.append(c);
                at += 2;
            } else if (c == '{') {
                int end = template.indexOf('}', at);
                String name = end < 0 ? "" : template.substring(at + 1, end);
                if (name.isBlank() || name.indexOf('{') >= 0) {
                    throw refusal(end < 0 ? "has a { without its }" : "has a placeholder without a name", at);
                }
                parsed.add(plain.toString(), false);
                parsed.add(name, true);
                plain.setLength(0);
                at = end + 1;
            } else if (c == '}') {
                throw refusal("has a } without its {", at);
            } else {
                plain.append(c);
                at++;
            }
        }
        parsed.add(plain.toString(), false);
        return parsed;
    }

    /**
     * The text with its placeholders filled, cut after {@value #MOST_CHARACTERS} characters,
     * because senders determine tags and values.
     *
     * @param values the text for a placeholder's name; called once for each
     */
    public String render(UnaryOperator<String> values) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(part.isPlaceholder() ? values.apply(part.text()) : part.text());
            if (text.length() > MOST_CHARACTERS) {
                int end = Character.isHighSurrogate(text.charAt(MOST_CHARACTERS - 1))
                        ? MOST_CHARACTERS - 1
                        : MOST_CHARACTERS;
                return text.substring(0, end) + "…";
            }
        }
        return text.toString();
    }

    /** The names of its placeholders, in their order. */
    public List<String> placeholders() {
        return parts.stream().filter(Part::isPlaceholder).map(Part::text).toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MessageTemplate that && template.equals(that.template);
    }

    @Override
    public int hashCode() {
        return template.hashCode();
    }

    /** The original template. */
    @Override
    public String toString() {
        return template;
    }

    private void add(String text, boolean isPlaceholder) {
        if (!text.isEmpty()) {
            parts.add(new Part(text, isPlaceholder));
        }
    }

    private static Refusal refusal(String wrong, int at) {
        return new Refusal(
                wrong + ", at character " + (at + 1), "such as \"{hostname} at {value}\"; a plain brace is doubled");
    }
}
