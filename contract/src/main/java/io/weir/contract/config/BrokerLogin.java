package io.weir.contract.config;

import java.util.Optional;

/** The keys of a user at a broker, whose password is not in the settings. */
public record BrokerLogin(String user, String password) {

    /**
     * Reads {@code user} and {@code password-file}; empty without a user.
     *
     * @param about what the user is
     * @param variable the environment variable with the password
     */
    public static Optional<BrokerLogin> read(YamlSection section, String about, String variable) {
        Optional<String> user = section.text("user", about).optional();
        Optional<String> file = section.value(
                        "password-file", "", NamedFile::secret, "file with the user's password; default: " + variable)
                .optional();
        Optional<String> password = file.or(() -> Optional.ofNullable(System.getenv(variable)))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
        if (file.isPresent() && user.isEmpty()) {
            section.refuse("password-file", "has no user", "set user, too, or remove it");
        } else if (user.isPresent() && file.isEmpty() && password.isEmpty()) {
            section.refuse("user", "has no password", "name a password-file, or set " + variable);
        }
        return user.map(name -> new BrokerLogin(name, password.orElse("")));
    }

    /** Without the password. */
    @Override
    public String toString() {
        return user;
    }
}
