package io.weir.gateway.collectd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.HashMap;
import java.util.Map;

/**
 * Who may send, and each one's password, as collectd's AuthFile says it: {@code user: password} in each line. Empty lines, those that
 * begin with {@code #}, and those without a password say nothing.
 * Immutable; the same users are the same object.
 */
public final class Users {
    /** Nobody. */
    public static final Users NONE = new Users(Map.of());

    private final Map<String, String> passwords;

    /** Passwords by name; {@code ISO_8859_1} of both is their bytes. */
    public Users(Map<String, String> passwords) {
        this.passwords = Map.copyOf(passwords);
    }

    /** What the bytes of a file say. */
    static Users parse(byte[] file) {
        Map<String, String> passwords = new HashMap<>();
        new String(file, ISO_8859_1).lines().map(String::strip).forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0 && !line.startsWith("#")) {
                String password = line.substring(colon + 1).strip();
                if (!password.isEmpty()) {
                    passwords.put(line.substring(0, colon), password);
                }
            }
        });
        return new Users(passwords);
    }

    Map<String, String> passwords() {
        return passwords;
    }

    boolean isEmpty() {
        return passwords.isEmpty();
    }

    /** Says how many they are, and no password. */
    @Override
    public String toString() {
        return passwords.size() + " users";
    }
}
