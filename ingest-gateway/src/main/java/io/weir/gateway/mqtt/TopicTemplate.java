package io.weir.gateway.mqtt;

import io.weir.contract.config.Refusal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** A topic filter whose levels may be parts of a series, such as {@code farm/{host}/+}. */
public record TopicTemplate(List<Level> levels) {
    private static final String MEASUREMENT = "measurement";
    private static final String FIELD = "field";
    private static final Pattern NAMED = Pattern.compile("\\{([A-Za-z0-9_-]+)}");
    private static final String OF_BROKER = "$";
    private static final String NO_PLAIN_LEVEL = "+#{}\0";
    /** A topic's length has 16 bits. */
    private static final int MOST_CHARACTERS = 65_535 / 3;

    /** The meaning of a level of a topic. */
    public enum Kind {
        /** The same text in all topics. */
        TEXT,
        MEASUREMENT,
        FIELD,
        TAG,
        /** Any level, which is left out. */
        ANY,
        /** This and all further levels, or none. */
        REST
    }

    /**
     * One level.
     *
     * @param text the text, or the key of the tag; otherwise empty
     */
    public record Level(Kind kind, String text) {}

    /**
     * Reads a template.
     *
     * @throws Refusal if it is not one
     */
    public static TopicTemplate of(String text) {
        if (text.isEmpty() || text.length() > MOST_CHARACTERS) {
            throw new Refusal("must be a topic, was " + Refusal.quote(text), "such as farm/{host}/+");
        }
        if (text.startsWith("$share/")) {
            throw new Refusal("is a shared subscription, " + Refusal.quote(text), "write its name into share");
        }
        List<Level> levels = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (String word : text.split("/", -1)) {
            if (!levels.isEmpty() && last(levels).kind == Kind.REST) {
                throw new Refusal("has levels after #, " + Refusal.quote(text), "# must be the last level");
            }
            Level level = level(word, text);
            levels.add(level);
            if (isPart(level) && !names.add(word)) {
                throw new Refusal("has " + word + " twice, " + Refusal.quote(text), "rename one of them");
            }
        }
        return new TopicTemplate(List.copyOf(levels));
    }

    /**
     * Returns the text of a level that is the same in all topics.
     *
     * @throws Refusal if it is not one
     */
    public static String level(String text) {
        if (text.isEmpty() || text.chars().anyMatch(c -> c == '/' || NO_PLAIN_LEVEL.indexOf(c) >= 0)) {
            throw new Refusal("must be a level of a topic, was " + Refusal.quote(text), "such as plant1");
        }
        return text;
    }

    private static Level level(String word, String text) {
        if (word.equals("+")) {
            return new Level(Kind.ANY, "");
        }
        if (word.equals("#")) {
            return new Level(Kind.REST, "");
        }
        var named = NAMED.matcher(word);
        if (named.matches()) {
            String name = named.group(1);
            return switch (name) {
                case MEASUREMENT -> new Level(Kind.MEASUREMENT, "");
                case FIELD -> new Level(Kind.FIELD, "");
                default -> new Level(Kind.TAG, name);
            };
        }
        if (word.chars().anyMatch(c -> NO_PLAIN_LEVEL.indexOf(c) >= 0)) {
            throw new Refusal(
                    "has the level " + Refusal.quote(word) + " in " + Refusal.quote(text),
                    "a level is a text, +, #, or a name of letters, digits, _ and - in braces, such as {host}");
        }
        return new Level(Kind.TEXT, word);
    }

    private static boolean isPart(Level level) {
        return level.kind == Kind.MEASUREMENT || level.kind == Kind.FIELD || level.kind == Kind.TAG;
    }

    private static Level last(List<Level> levels) {
        return levels.get(levels.size() - 1);
    }

    /** Whether a level is of this kind. */
    public boolean has(Kind kind) {
        return levels.stream().anyMatch(level -> level.kind == kind);
    }

    /** The topic filter of the subscription. */
    public String filter() {
        List<String> words = new ArrayList<>();
        for (Level level : levels) {
            words.add(
                    switch (level.kind) {
                        case TEXT -> level.text;
                        case REST -> "#";
                        default -> "+";
                    });
        }
        return String.join("/", words);
    }

    /** Whether the levels of a topic match. */
    boolean matches(String[] topic) {
        boolean isOpen = last(levels).kind == Kind.REST;
        int fixed = isOpen ? levels.size() - 1 : levels.size();
        boolean isHidden = topic[0].startsWith(OF_BROKER) && isOpenAtStart();
        if (isHidden || topic.length < fixed || (!isOpen && topic.length > fixed)) {
            return false;
        }
        for (int i = 0; i < fixed; i++) {
            Level level = levels.get(i);
            if (level.kind == Kind.TEXT && !level.text.equals(topic[i])) {
                return false;
            }
        }
        return true;
    }

    /** Whether a topic can match both: a broker may then deliver its messages twice. */
    public boolean overlaps(TopicTemplate other) {
        if (isOfBroker() ? other.isOpenAtStart() : other.isOfBroker() && isOpenAtStart()) {
            return false;
        }
        for (int i = 0; ; i++) {
            Kind one = kind(i);
            Kind two = other.kind(i);
            if (one == Kind.REST || two == Kind.REST) {
                return true;
            }
            boolean isEnd = i == levels.size();
            if (isEnd || i == other.levels.size()) {
                return isEnd && i == other.levels.size();
            }
            boolean areTexts = one == Kind.TEXT && two == Kind.TEXT;
            if (areTexts && !levels.get(i).text.equals(other.levels.get(i).text)) {
                return false;
            }
        }
    }

    private boolean isOfBroker() {
        return levels.get(0).text.startsWith(OF_BROKER);
    }

    /** A wildcard at the start does not match the broker's own topics. */
    private boolean isOpenAtStart() {
        return levels.get(0).kind != Kind.TEXT;
    }

    /** The kind of the i-th level, {@link Kind#ANY} after the last. */
    private Kind kind(int i) {
        return i < levels.size() ? levels.get(i).kind : Kind.ANY;
    }
}
