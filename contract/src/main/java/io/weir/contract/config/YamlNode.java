package io.weir.contract.config;

import java.util.List;
import java.util.Map;

/** A parsed document: values and their lines, without any interpretation. Lines are 1-based. */
sealed interface YamlNode {
    int line();

    /** Its name in a message. */
    String shown();

    /**
     * @param quoted whether it was written in quotes or as a block, so that an empty text is a text
     */
    record Scalar(int line, String text, boolean quoted) implements YamlNode {
        /** Whether there is nothing after the colon. */
        boolean isAbsent() {
            return !quoted && (text.isEmpty() || text.equals("~") || text.equals("null"));
        }

        @Override
        public String shown() {
            return isAbsent() ? "nothing" : Refusal.quote(text);
        }
    }

    record Sequence(int line, List<YamlNode> items) implements YamlNode {
        @Override
        public String shown() {
            return "a list";
        }
    }

    /** Entries in the order of the file. */
    record Mapping(int line, Map<String, Entry> entries) implements YamlNode {
        @Override
        public String shown() {
            return "a mapping";
        }
    }

    /** @param line of the key */
    record Entry(int line, YamlNode value) {}
}
