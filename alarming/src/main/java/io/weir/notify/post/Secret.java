package io.weir.notify.post;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.yaml.NamedFile;
import io.weir.contract.yaml.Refusal;
import io.weir.contract.yaml.YamlSection;
import java.util.Optional;
import java.util.function.Predicate;

/** A secret of one line, from a file: never from the settings themselves. */
public final class Secret {
    private static final int LONGEST = 1 << 20;
    private static final Predicate<String> IS_HEADER =
            text -> !text.isEmpty() && text.chars().noneMatch(c -> c < ' ' || c > '~');

    private Secret() {}

    /**
     * What is in a file.
     *
     * @throws Refusal if it cannot be read, or cannot be the value of a header; it says nothing of what is in it
     */
    public static String in(String file) {
        return NamedFile.naming(file, path -> {
            String secret = new String(NamedFile.read(path, LONGEST), UTF_8).strip();
            if (!IS_HEADER.test(secret)) {
                throw new Refusal("is not one line of ASCII", "write nothing but the header's value into it");
            }
            return secret;
        });
    }

    /**
     * What is in a variable; nothing if it is not set.
     *
     * @param section is told if it cannot be the value of a header
     * @param key that the file for the same has in it
     */
    public static Optional<String> ofEnvironment(String variable, YamlSection section, String key) {
        Optional<String> secret = Optional.ofNullable(System.getenv(variable)).map(String::strip);
        if (secret.filter(IS_HEADER.negate().and(text -> !text.isEmpty())).isPresent()) {
            section.refuse(
                    key, "is left out, and " + variable + " is not one line of ASCII", "set it to the header's value");
        }
        return secret.filter(IS_HEADER);
    }
}
