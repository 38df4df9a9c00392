package io.weir.notify.webhook;

import io.weir.contract.alarm.Severity;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Glob;
import io.weir.notify.post.Address;
import io.weir.notify.post.Secret;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * User settings of a webhook.
 *
 * @param url its address; empty if off
 * @param body template of the body; empty for the transition's own JSON
 * @param headers headers of every request, including the secret
 * @param timeout time limit for an answer
 * @param severities severities of the alarms to send; empty for all
 * @param rules rules of the alarms to send; empty for all
 * @param subtrees subtrees of the alarms to send; empty for all
 */
public record WebhookConfig(
        Optional<URI> url,
        Optional<BodyTemplate> body,
        SortedMap<String, String> headers,
        Duration timeout,
        List<Severity> severities,
        List<Glob> rules,
        List<String> subtrees) {

    /** The environment variable with the secret. */
    public static final String SECRET = "WEIR_WEBHOOK_SECRET";

    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);
    private static final String JSON = "application/json";
    private static final URI NOWHERE = URI.create("http://127.0.0.1");

    /** Copies the collections. */
    public WebhookConfig {
        headers = Collections.unmodifiableSortedMap(new TreeMap<>(headers));
        severities = List.copyOf(severities);
        rules = List.copyOf(rules);
        subtrees = List.copyOf(subtrees);
    }

    /** Reads the section {@code webhook}; the section collects the mistakes. */
    public static WebhookConfig read(YamlSection in) {
        Optional<URI> url = in.value("url", NOWHERE, Address::parse, "address to which every transition is posted")
                .optional();
        String type = in.value("content-type", JSON, text -> header("Content-Type", text), "content type of the body")
                .or(JSON);
        Optional<BodyTemplate> body = in.value(
                        "body",
                        BodyTemplate.EVENT,
                        text -> BodyTemplate.of(text, BodyFormat.of(type)),
                        "Mustache template over the transition's fields; if unset, the transition's own JSON")
                .optional();
        Duration timeout = in.duration("timeout", Duration.ofMillis(100), "time limit for an answer; at most 1m")
                .or(Duration.ofSeconds(10));
        if (timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            in.refuse("timeout", "must be at most 1m", "a request without an answer is sent again anyway");
        }
        List<Severity> severities = in.choices(
                        "severities",
                        Severity.class,
                        "severities of the alarms to send, from that severity on until the alarm is normal")
                .or(List.of(), "all");
        if (severities.contains(Severity.OK)) {
            in.refuse("severities", "cannot have ok", "the end of a sent alarm is always sent");
        }
        return new WebhookConfig(
                url,
                body,
                headers(in, type),
                timeout,
                severities,
                in.values("rules", Glob::new, "globs of the rules whose alarms are sent")
                        .or(List.of(), "all"),
                in.values(
                                "subtrees",
                                WebhookConfig::node,
                                "nodes of the alarm tree whose alarms are sent, such as cpu-high/TPC")
                        .or(List.of(), "all"));
    }

    private static SortedMap<String, String> headers(YamlSection in, String type) {
        SortedMap<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        SortedMap<String, String> more = in.entries("headers", text -> text, "additional headers of every request")
                .or(Collections.emptySortedMap());
        for (Map.Entry<String, String> each : more.entrySet()) {
            try {
                headers.put(each.getKey(), header(each.getKey(), each.getValue()));
            } catch (Refusal e) {
                in.refuse("headers", e.wrong(), e.meant());
            }
        }
        headers.put("Content-Type", type);
        String name = in.value(
                        "secret-header", "", text -> secretHeader(text), "name of the header whose value is the secret")
                .or("Authorization");
        in.value("secret-file", "", Secret::in, "file with the value of the secret header; if unset, " + SECRET)
                .optional()
                .or(() -> Secret.ofEnvironment(SECRET, in, "secret-file"))
                .ifPresent(secret -> headers.put(name, secret));
        return headers;
    }

    private static String secretHeader(String name) {
        header(name, "secret");
        return name;
    }

    /** Returns the value if the client accepts it as a header. */
    private static String header(String name, String value) {
        try {
            HttpRequest.newBuilder(NOWHERE).header(name, value);
            return value;
        } catch (IllegalArgumentException e) {
            throw new Refusal(
                    "cannot be sent as the header " + Refusal.quote(name),
                    "a name is one word, a value one line; the client sets Host, Connection and Content-Length");
        }
    }

    private static String node(String text) {
        if (text.isBlank() || text.startsWith("/") || text.endsWith("/")) {
            throw new Refusal("is no node of the alarm tree", "such as cpu-high/TPC, without / at its ends");
        }
        return text;
    }

    /** Returns whether a webhook is configured. */
    public boolean isOn() {
        return url.isPresent();
    }

    /** Returns the address for display. */
    public String shown() {
        return url.map(Address::shown).orElse("none");
    }

    /** Leaves out secrets, which the default of a record would print. */
    @Override
    public String toString() {
        return "WebhookConfig[url=" + shown() + ", timeout=" + timeout + ", severities=" + severities + ", rules="
                + rules + ", subtrees=" + subtrees + "]";
    }
}
