package io.weir.gateway.collectd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.HashMap;
import java.util.Map;

/**
 * Users and their passwords, in the format of collectd's AuthFile: {@code user: password} in each
 * line. Ignores empty lines, lines starting with {@code #}, and lines without a password.
 * Immutable; unchanged users stay the same object.
 */
public final class Users {
    /** No users. */
    public static final Users NONE = new Users(Map.of());

    private final Map<String, String> passwords;

    /** Passwords by name; the bytes of both are their {@code ISO_8859_1} encoding. */
    public Users(Map<String, String> passwords) {
        this.passwords = Map.copyOf(passwords);
    }

    /** Parses the content of a file. */
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

    /** Contains the number of users and no password. */
    @Override
    public String toString() {
        return passwords.size() + " users";
    }
}
