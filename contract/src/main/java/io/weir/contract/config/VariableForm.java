package io.weir.contract.config;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The form of a value in environment variables. */
enum VariableForm {
    /** Sections: their keys have variables. */
    NONE("") {
        @Override
        String name(String variable) {
            return "";
        }

        @Override
        Optional<YamlNode> override(Environment environment, String path, Optional<YamlNode> written) {
            return Optional.empty();
        }
    },
    TEXT("") {
        @Override
        Optional<YamlNode> override(Environment environment, String path, Optional<YamlNode> written) {
            return environment.value(path).map(VariableForm::scalar);
        }
    },
    /** Sections in a list or with free names: one variable holds all of them, as YAML. */
    YAML("") {
        @Override
        Optional<YamlNode> override(Environment environment, String path, Optional<YamlNode> written) {
            // Invalid YAML is refused as a text.
            return environment.value(path).map(text -> YamlParser.parse(path, text, new Mistakes())
                    .orElseGet(() -> scalar(text)));
        }
    },
    SEPARATED_BY_COMMAS("") {
        @Override
        Optional<YamlNode> override(Environment environment, String path, Optional<YamlNode> written) {
            return environment.value(path).map(text -> new YamlNode.Sequence(0, items(text)));
        }
    },
    /** An optional section: its keys have variables, and it is present if one of these is. */
    ONE_PER_KEY_OF_SECTION("_*") {
        @Override
        Optional<YamlNode> override(Environment environment, String path, Optional<YamlNode> written) {
            return written.isEmpty() && environment.hasBelow(path)
                    ? Optional.of(new YamlNode.Mapping(0, Map.of()))
                    : Optional.empty();
        }
    },
    /** A mapping with free keys: each variable sets or adds one key; the file's other keys stay. */
    ONE_PER_KEY("_*") {
        @Override
        Optional<YamlNode> override(Environment environment, String path, Optional<YamlNode> written) {
            Map<String, String> set = environment.entries(path);
            if (set.isEmpty()
                    || written.filter(node -> !(node instanceof YamlNode.Mapping))
                            .isPresent()) {
                return Optional.empty();
            }
            Map<String, YamlNode.Entry> entries = new LinkedHashMap<>();
            written.ifPresent(node -> entries.putAll(((YamlNode.Mapping) node).entries()));
            set.forEach((key, text) -> entries.put(key, new YamlNode.Entry(0, scalar(text))));
            return Optional.of(new YamlNode.Mapping(0, entries));
        }
    };

    /** Follows the section's name in the variables of its keys; else empty. */
    private final String suffix;

    VariableForm(String suffix) {
        this.suffix = suffix;
    }

    /** The variable's name in documentation and suggestions, or empty. */
    String name(String variable) {
        return variable + suffix;
    }

    /** Whether a variable holds the whole value; otherwise it overrides a part of it. */
    boolean isWhole() {
        return suffix.isEmpty();
    }

    /** The value as if it were in the file; empty if no variable is set. */
    abstract Optional<YamlNode> override(Environment environment, String path, Optional<YamlNode> written);

    private static YamlNode scalar(String text) {
        return new YamlNode.Scalar(0, text, true);
    }

    private static List<YamlNode> items(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::trim)
                .map(VariableForm::scalar)
                .toList();
    }
}
