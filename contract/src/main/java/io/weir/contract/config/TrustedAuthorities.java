package io.weir.contract.config;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The authorities in all files that this process was given as {@code tls.ca}. Java checks the dates of
 * a server's certificate, but accepts an authority that has expired, so they are checked here.
 * Thread-safe.
 */
public final class TrustedAuthorities {
    /** An authority that expires within this time is due for renewal. */
    public static final Duration NOTICE = Duration.ofDays(30);

    /** Clients keep what they have read, so a file that changes later is not read again. */
    private static final Map<String, List<X509Certificate>> READ = new ConcurrentSkipListMap<>();

    private TrustedAuthorities() {}

    /**
     * The text of a file with authorities.
     *
     * @throws Refusal if it cannot be read, has no certificate, or none of them is valid now
     */
    static String read(String file) {
        String text = Pem.certificatesOf(file);
        List<X509Certificate> all = Pem.certificates(text);
        Instant now = Instant.now();
        if (all.stream().noneMatch(each -> isValid(each, now))) {
            throw new Refusal(
                    Refusal.quote(file) + " has no authority that is valid now: " + String.join(", ", due(all, now)),
                    "name a file with the renewed authority, or correct the clock of this machine");
        }
        READ.put(file, all);
        return text;
    }

    /**
     * A sentence for each authority that is not valid, or is so for less than {@link #NOTICE}, with its
     * file, name and date.
     */
    public static List<String> due(Instant now) {
        List<String> sentences = new ArrayList<>();
        READ.forEach((file, all) -> due(all, now).forEach(words -> sentences.add("tls.ca " + file + ": " + words)));
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
