package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.rule.match.WordFilter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The words that an operator types to select alarms, with the meaning that it has on the page: words are parts of the id,
 * message, state, severity or of a tag's value; rule, state and severity are tags.
 */
public final class AlarmFilter implements Predicate<AlarmEvent> {
    private final WordFilter words;

    /**
     * @param words each as typed, also several separated by spaces
     * @throws io.weir.contract.config.Refusal if a pattern is too long
     */
    public AlarmFilter(List<String> words) {
        this.words = new WordFilter(String.join(" ", words));
    }

    @Override
    public boolean test(AlarmEvent alarm) {
        Map<String, String> tags = new TreeMap<>(alarm.tags());
        tags.put("rule", alarm.rule());
        tags.put("state", alarm.to().name());
        tags.put("severity", alarm.severity().name());
        return words.test(List.of(alarm.id(), alarm.message()), tags);
    }
}
