package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.rule.match.Glob;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an operator types to select alarms, with the meaning that it has on the page
 * ({@code dashboard/page/filter.js}). All words must match, upper and lower case alike:
 *
 * <ul>
 *   <li>a word is a part of the id, message, state, severity or of a tag's value;
 *   <li>with {@code *} or {@code ?} it is the whole of one of these, or of a part between slashes and spaces;
 *   <li>{@code key=value} is the value of a tag, of {@code rule}, {@code state} or {@code severity}, or a part of a
 *       text;
 *   <li>{@code -word} excludes what the word matches.
 * </ul>
 */
final class AlarmFilter implements Predicate<AlarmEvent> {

    /** An alarm as texts in lower case. */
    private record Texts(List<String> texts, Map<String, String> tags) {

        static Texts of(AlarmEvent alarm) {
            Map<String, String> tags = alarm.tags().entrySet().stream()
                    .collect(Collectors.toMap(tag -> lower(tag.getKey()), tag -> lower(tag.getValue()), (a, b) -> a));
            tags.put("rule", lower(alarm.rule()));
            tags.put("state", lower(alarm.to().name()));
            tags.put("severity", lower(alarm.severity().name()));
            return new Texts(
                    Stream.concat(Stream.of(lower(alarm.id()), lower(alarm.message())), tags.values().stream())
                            .toList(),
                    tags);
        }
    }

    private final List<Predicate<Texts>> words;

    /**
     * @param words each as typed, also several separated by spaces
     * @throws IllegalArgumentException if a pattern is too long
     */
    AlarmFilter(Collection<String> words) {
        this.words = words.stream()
                .flatMap(typed -> Stream.of(lower(typed).split("\\s+")))
                .filter(word -> !word.isEmpty() && !"-".equals(word))
                .map(AlarmFilter::test)
                .toList();
    }

    @Override
    public boolean test(AlarmEvent alarm) {
        Texts texts = Texts.of(alarm);
        return words.stream().allMatch(word -> word.test(texts));
    }

    private static Predicate<Texts> test(String word) {
        return word.startsWith("-") ? matching(word.substring(1)).negate() : matching(word);
    }

    private static Predicate<Texts> matching(String word) {
        Predicate<Texts> inTexts = isGlob(word) ? whole(new Glob(word)) : part(word);
        int at = word.indexOf('=');
        if (at <= 0 || at == word.length() - 1) {
            return inTexts;
        }
        String key = word.substring(0, at);
        Glob value = new Glob(word.substring(at + 1));
        Predicate<Texts> inTags = texts -> {
            String tag = texts.tags().get(key);
            return tag != null && value.matches(tag);
        };
        return inTags.or(inTexts);
    }

    private static Predicate<Texts> part(String word) {
        return texts -> texts.texts().stream().anyMatch(text -> text.contains(word));
    }

    private static Predicate<Texts> whole(Glob glob) {
        return texts -> texts.texts().stream()
                .anyMatch(text ->
                        glob.matches(text) || Stream.of(text.split("[\\s/]+")).anyMatch(glob::matches));
    }

    static boolean isGlob(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
