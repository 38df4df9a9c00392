package io.weir.contract.rule.match;

import io.weir.contract.alarm.AlarmEvent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Selects alarms by words, as the page's list of alarms does: a word is a part of the id, the
 * message, the state, the severity or a tag's value; rule, state and severity are tags. Immutable.
 */
public final class AlarmFilter implements Predicate<AlarmEvent> {
    private final WordFilter words;

    /** Selects the alarms that all words match. */
    public AlarmFilter(WordFilter words) {
        this.words = words;
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
