package io.weir.contract.yaml;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a variable of the environment writes a value. */
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
    /** Sections that are listed or have free names: all of them, written as in a file. */
    YAML("") {
        @Override
        Optional<YamlNode> override(Environment environment, String path, Optional<YamlNode> written) {
            // What cannot be parsed is refused as the text that it is.
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
    /** A section that may be left out: its keys have variables, and it is there if one of these is. */
    ONE_PER_KEY_OF_SECTION("_*") {
        @Override
        Optional<YamlNode> override(Environment environment, String path, Optional<YamlNode> written) {
            return written.isEmpty() && environment.hasBelow(path)
                    ? Optional.of(new YamlNode.Mapping(0, Map.of()))
                    : Optional.empty();
        }
    },
    /** A mapping with free keys: each variable sets or adds one key, and the file's others stay. */
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

    /** What stands behind the name of the section where its keys have variables; else empty. */
    private final String suffix;

    VariableForm(String suffix) {
        this.suffix = suffix;
    }

    /** What documentation and suggestions call the variable; empty if there is none. */
    String name(String variable) {
        return variable + suffix;
    }

    /** Does a variable hold the whole value, and not a part of what remains the file's? */
    boolean isWhole() {
        return suffix.isEmpty();
    }

    /** The value as if it stood in the file, or nothing if no variable is set. */
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
