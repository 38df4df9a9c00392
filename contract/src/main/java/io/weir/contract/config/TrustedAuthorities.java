package io.weir.contract.config;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The authorities in all files that one document names as {@code tls.ca} or {@code tls.client-ca}.
 * Java checks the dates of the other side's certificate, but accepts an authority that has expired, so
 * they are checked here. Thread-safe.
 */
public final class TrustedAuthorities {
    /** An authority that expires within this time is due for renewal. */
    public static final Duration NOTICE = Duration.ofDays(30);

    /**
     * The authorities of each key and file. Clients and servers keep what they have read, so a file
     * that changes later is not read again.
     */
    private final Map<String, List<X509Certificate>> read = new ConcurrentSkipListMap<>();

    /**
     * The text of a file with authorities that sign servers' certificates.
     *
     * @throws Refusal if it cannot be read, has no certificate, or none of them is valid now
     */
    String ofServers(String file) {
        return read("tls.ca", file);
    }

    /**
     * A file with authorities that sign clients' certificates.
     *
     * @throws Refusal if it cannot be read, has no certificate, or none of them is valid now
     */
    public Path ofClients(String file) {
        read("tls.client-ca", file);
        return NamedFile.path(file);
    }

    private String read(String key, String file) {
        String text = Pem.certificatesOf(file);
        List<X509Certificate> all = Pem.certificates(text);
        Instant now = Instant.now();
        if (all.stream().noneMatch(each -> isValid(each, now))) {
            throw new Refusal(
                    Refusal.quote(file) + " has no authority that is valid now: " + String.join(", ", due(all, now)),
                    "name a file with the renewed authority, or correct the clock of this machine");
        }
        read.put(key + " " + file, all);
        return text;
    }

    /**
     * A sentence for each authority that is not valid, or is so for less than {@link #NOTICE}, with its
     * key, file, name and date.
     */
    public List<String> due(Instant now) {
        List<String> sentences = new ArrayList<>();
        read.forEach((file, all) -> due(all, now).forEach(words -> sentences.add(file + ": " + words)));
        return sentences;
    }

    private static List<String> due(List<X509Certificate> all, Instant now) {
        return all.stream().flatMap(each -> due(each, now).stream()).toList();
    }

    private static Optional<String> due(X509Certificate authority, Instant now) {
        String name = authority.getSubjectX500Principal().getName();
        Instant begin = authority.getNotBefore().toInstant();
        Instant end = authority.getNotAfter().toInstant();
        if (now.isBefore(begin)) {
            return Optional.of(name + " is not valid before " + begin);
        }
        if (now.isAfter(end)) {
            return Optional.of(name + " expired at " + end);
        }
        return now.plus(NOTICE).isAfter(end) ? Optional.of(name + " expires at " + end) : Optional.empty();
    }

    private static boolean isValid(X509Certificate authority, Instant now) {
        return !now.isBefore(authority.getNotBefore().toInstant())
                && !now.isAfter(authority.getNotAfter().toInstant());
    }
}
