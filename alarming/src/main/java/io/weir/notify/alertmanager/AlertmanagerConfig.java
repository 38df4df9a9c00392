package io.weir.notify.alertmanager;

import io.weir.contract.alert.AlertLabels;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.notify.post.Address;
import io.weir.notify.post.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * User settings of Alertmanager.
 *
 * @param urls addresses of the Alertmanagers; each receives all alerts; empty if off
 * @param resend interval at which active alerts are sent again
 * @param timeout time limit for an answer
 * @param labels labels added to every alert
 * @param authorization value of that header; from the environment or a file, never from the
 *     settings themselves
 */
public record AlertmanagerConfig(
        List<URI> urls,
        Duration resend,
        Duration timeout,
        SortedMap<String, String> labels,
        Optional<String> authorization) {

    /** The environment variable with the header. */
    public static final String AUTHORIZATION = "WEIR_ALERTMANAGER_AUTHORIZATION";

    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);

    /** Copies the collections. */
    public AlertmanagerConfig {
        urls = List.copyOf(urls);
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /** Reads the section {@code alertmanager}; the section collects the mistakes. */
    public static AlertmanagerConfig read(YamlSection in) {
        List<URI> urls = in.values(
                        "urls",
                        Address::parse,
                        "addresses of Alertmanagers, such as http://127.0.0.1:9093; each receives all alerts")
                .or(List.of(), "none");
        Duration resend = in.duration(
                        "resend",
                        Duration.ofSeconds(1),
                        "interval at which an active alert is sent again; it is resolved after three intervals without")
                .or(Duration.ofMinutes(1));
        Duration timeout = in.duration("timeout", Duration.ofMillis(100), "time limit for an answer; at most 1m")
                .or(Duration.ofSeconds(10));
        if (timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            in.refuse("timeout", "must be at most 1m", "a request without an answer is sent again anyway");
        }
        SortedMap<String, String> labels = in.entries(
                        "labels", text -> text, "labels added to every alert, such as farm")
                .or(Collections.emptySortedMap());
        labels.keySet().stream()
                .filter(key -> !AlertLabels.isFree(key))
                .findFirst()
                .ifPresent(key -> in.refuse(
                        "labels",
                        "cannot have " + Refusal.quote(key),
                        "a label consists of letters, digits and _, and is none of "
                                + String.join(", ", AlertLabels.OWN)));
        Optional<String> authorization = in.value(
                        "authorization-file",
                        "",
                        Secret::in,
                        "file with the header Authorization, such as Bearer and a token; if unset, " + AUTHORIZATION)
                .optional()
                .or(() -> Secret.ofEnvironment(AUTHORIZATION, in, "authorization-file"));
        return new AlertmanagerConfig(urls, resend, timeout, labels, authorization);
    }

    /** Returns whether any Alertmanager is configured. */
    public boolean isOn() {
        return !urls.isEmpty();
    }

    /** Returns the addresses for display. */
    public List<String> shown() {
        return urls.stream().map(Address::shown).toList();
    }

    /** Leaves out the secret, which the default of a record would print. */
    @Override
    public String toString() {
        return "AlertmanagerConfig[urls=" + shown() + ", resend=" + resend + ", timeout=" + timeout + ", labels="
                + labels + "]";
    }
}
