package io.weir.notify.post;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A secret of one line, from a file or an environment variable; never from the settings themselves.
 */
public final class Secret {
    private static final int LONGEST = 1 << 20;
    private static final Predicate<String> IS_HEADER =
            text -> !text.isEmpty() && text.chars().noneMatch(c -> c < ' ' || c > '~');

    private Secret() {}

    /**
     * Reads the secret in a file.
     *
     * @throws Refusal if the file is unreadable or not a valid header value; the message does not
     *     repeat its content
     */
    public static String in(String file) {
        return NamedFile.naming(file, path -> {
            String secret = new String(NamedFile.read(path, LONGEST), UTF_8).strip();
            if (!IS_HEADER.test(secret)) {
                throw new Refusal("is not one line of ASCII", "write only the header's value into the file");
            }
            return secret;
        });
    }

    /**
     * Reads the secret in an environment variable; empty if it is not set.
     *
     * @param section receives a refusal if the value is not a valid header value
     * @param key the key of the file that may contain the same secret
     */
    public static Optional<String> ofEnvironment(String variable, YamlSection section, String key) {
        Optional<String> secret = Optional.ofNullable(System.getenv(variable)).map(String::strip);
        if (secret.filter(IS_HEADER.negate().and(text -> !text.isEmpty())).isPresent()) {
            section.refuse(
                    key, "is not set, and " + variable + " is not one line of ASCII", "set it to the header's value");
        }
        return secret.filter(IS_HEADER);
    }
}
