package io.weir.contract.config;

import java.util.Optional;

/**
 * The keys of a section {@code tls} of a client that connects to another program.
 *
 * @param ca certificates of authorities, as PEM
 * @param certificate certificates of the client, as PEM
 * @param key the key of the client's certificate, as PEM
 * @param isTls whether connections use TLS
 */
public record ClientTlsFiles(Optional<String> ca, Optional<String> certificate, Optional<String> key, boolean isTls) {

    /**
     * Reads a section. The text of a file that is not usable is empty.
     *
     * @param server the name of the other program in the documentation of the keys
     */
    public static ClientTlsFiles read(YamlSection section, String server) {
        Optional<String> ca = section.value(
                        "ca",
                        "",
                        section.authorities()::ofServers,
                        "PEM file of the authorities that sign " + server + "'s certificates; default: those of Java")
                .optional();
        Optional<String> certificate = section.value(
                        "certificate",
                        "",
                        Pem::certificatesOf,
                        "PEM file of this client's certificate, if " + server + " requires one")
                .optional();
        Optional<String> key = section.value("key", "", Pem::keyOf, "PEM file of the certificate's PKCS#8 key")
                .optional();
        boolean isMeant = ca.isPresent() || certificate.isPresent();
        boolean isTls = section.flag("enabled", "whether connections to " + server + " use TLS")
                .or(isMeant, "true if one of these files is named");
        if (certificate.isPresent() != key.isPresent()) {
            section.refuse(
                    certificate.isPresent() ? "key" : "certificate",
                    "is missing",
                    "a certificate needs its key, and a key its certificate");
        } else if (isMeant && !isTls) {
            section.refuse("enabled", "is false, but files for TLS are named", "remove enabled, or the files");
        }
        return new ClientTlsFiles(ca, certificate, key, isTls);
    }
}
