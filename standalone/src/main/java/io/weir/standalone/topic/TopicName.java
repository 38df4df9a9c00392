package io.weir.standalone.topic;

import io.weir.contract.config.Nearest;
import io.weir.contract.config.Refusal;
import io.weir.contract.service.StartException;
import io.weir.contract.topic.TopicDeclaration;
import io.weir.contract.topic.Topics;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The names of topics that commands accept. */
public final class TopicName {
    private TopicName() {}

    /**
     * Resolves {@code storage} or {@code metrics.storage} to the topic with its prefix. Returns any
     * other name unmodified.
     */
    public static String of(String said, Topics topics) {
        return names(topics).getOrDefault(said, said);
    }

    /** Explains why this topic cannot be shown, and suggests another. */
    static StartException missing(String name, Topics topics, Collection<String> existing) {
        if (names(topics).containsValue(name)) {
            return new StartException(
                    "topic " + name + " does not exist yet: the first service that starts creates it (weir up)");
        }
        Collection<String> known = existing.stream()
                .filter(topic -> !topic.startsWith("__"))
                .sorted()
                .toList();
        String meant = Optional.of(Nearest.suggestion(name, names(topics).keySet()))
                .filter(suggestion -> suggestion.startsWith("did you mean"))
                .orElseGet(() -> "the topics are: " + String.join(", ", known));
        return new StartException("no topic " + Refusal.quote(name) + "; " + meant);
    }

    /** Maps accepted names to full names. */
    private static Map<String, String> names(Topics topics) {
        List<String> plain = new Topics("")
                .declarations(1, (short) 1).stream().map(TopicDeclaration::name).toList();
        Map<String, String> names = new LinkedHashMap<>();
        plain.forEach(name -> names.put(name.substring(name.lastIndexOf('.') + 1), topics.prefix() + name));
        plain.forEach(name -> names.put(name, topics.prefix() + name));
        return names;
    }
}
