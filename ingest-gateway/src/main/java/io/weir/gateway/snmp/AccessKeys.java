package io.weir.gateway.snmp;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.snmp.Access.Authentication;
import io.weir.gateway.snmp.Access.Community;
import io.weir.gateway.snmp.Access.Privacy;
import io.weir.gateway.snmp.Access.Secret;
import io.weir.gateway.snmp.Access.User;
import java.util.List;
import java.util.Optional;

/** The keys for how the devices of a job let Weir read. */
final class AccessKeys {
    /** RFC 3414; the library refuses shorter ones, too. */
    private static final int LEAST_PASSPHRASE = 8;

    private static final List<String> OF_USERS =
            List.of("user", "auth-protocol", "auth-file", "privacy-protocol", "privacy-file", "context");

    private enum Version {
        V2C,
        V3
    }

    private AccessKeys() {}

    static Access read(YamlSection job) {
        Version version =
                job.choice("version", Version.class, "version of SNMP").or(Version.V2C);
        Optional<String> community = job.value("community-file", "", NamedFile::secret, "v2c: file with the community")
                .optional();
        User user = user(job);
        if (version == Version.V2C) {
            if (community.isEmpty()) {
                job.refuse("community-file", "is missing", "name a file with the community, such as public");
            }
            OF_USERS.stream()
                    .filter(job::has)
                    .forEach(key -> job.refuse(key, "has no effect on v2c", "set version: v3, or remove it"));
            return new Community(community.orElse(""));
        }
        if (user.name().isEmpty()) {
            job.refuse("user", "is missing", "name the user of SNMPv3");
        }
        if (community.isPresent()) {
            job.refuse("community-file", "has no effect on v3", "set version: v2c, or remove it");
        }
        if (user.privacy().isPresent() && user.authentication().isEmpty()) {
            job.refuse("privacy-file", "has no effect without auth-file", "set auth-file, too");
        }
        return user;
    }

    private static User user(YamlSection job) {
        String name = job.text("user", "v3: name of the user").or("");
        Authentication authentication = job.choice(
                        "auth-protocol", Authentication.class, "v3: how messages are authenticated")
                .or(Authentication.SHA_256);
        Optional<String> authFile = passphrase(job, "auth-file", "v3: file with the passphrase for authentication");
        Privacy privacy = job.choice("privacy-protocol", Privacy.class, "v3: how messages are encrypted")
                .or(Privacy.AES_128);
        Optional<String> privacyFile = passphrase(job, "privacy-file", "v3: file with the passphrase for encryption");
        alone(job, "auth-protocol", "auth-file");
        alone(job, "privacy-protocol", "privacy-file");
        return new User(
                name,
                authFile.map(secret -> new Secret<>(authentication, secret)),
                privacyFile.map(secret -> new Secret<>(privacy, secret)),
                job.text("context", "v3: name of the context").or(""));
    }

    private static void alone(YamlSection job, String key, String needs) {
        if (job.has(key) && !job.has(needs)) {
            job.refuse(key, "has no effect without " + needs, "set " + needs + ", too");
        }
    }

    private static Optional<String> passphrase(YamlSection job, String key, String about) {
        return job.value(key, "", AccessKeys::passphrase, about).optional();
    }

    private static String passphrase(String file) {
        String secret = NamedFile.secret(file);
        if (secret.length() < LEAST_PASSPHRASE) {
            throw new Refusal(
                    Refusal.quote(file) + " has less than " + LEAST_PASSPHRASE + " characters",
                    "SNMPv3 requires a longer passphrase");
        }
        return secret;
    }
}
