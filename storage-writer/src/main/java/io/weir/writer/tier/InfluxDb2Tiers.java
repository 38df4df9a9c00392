package io.weir.writer.tier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.influxdb.InfluxDb2Url;
import io.weir.writer.tier.Part.Kind;
import io.weir.writer.tier.StoreRequests.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tiers of InfluxDB 2.x: a bucket for each tier, and a task that computes it for all measurements,
 * including new ones.
 */
final class InfluxDb2Tiers implements TierServer {
    private static final String JSON = "application/json";
    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");
    private static final Pattern UPTIME = Pattern.compile("(?m)^influxdb_uptime_seconds\\{[^}]*} ([0-9.e+]+)$");
    private static final int PAGE = 100;

    private final InfluxDb2Url url;
    private final FluxText text;
    private final StoreRequests requests;
    /** Ids of buckets and tasks, by {@link Part#title()}. */
    private final Map<String, String> ids = new HashMap<>();

    private @Nullable String orgId;

    InfluxDb2Tiers(InfluxDb2Url url, Optional<String> token) {
        this.url = url;
        this.text = new FluxText(url.bucket());
        this.requests = new StoreRequests(url.http(), token.map(secret -> "Token " + secret.strip()));
    }

    @Override
    public boolean isRaw(StoreUrl place) {
        return place instanceof InfluxDb2Url two && two.bucket().equals(url.bucket());
    }

    @Override
    public boolean computesWindows() {
        return true;
    }

    /** Tasks compute new measurements, too. */
    @Override
    public boolean isUpkeep(Difference difference) {
        return false;
    }

    @Override
    public String holder(StorageTier tier) {
        return text.name(tier);
    }

    @Override
    public List<Part> existing() throws IOException {
        List<Part> parts = new ArrayList<>();
        for (JsonNode bucket : all("buckets", "offset")) {
            String name = bucket.path("name").asText();
            if (name.equals(url.bucket()) || owns(name)) {
                JsonNode rule = bucket.path("retentionRules").path(0);
                parts.add(withId(
                        bucket,
                        Part.holding(
                                Kind.BUCKET,
                                name,
                                Duration.ofSeconds(rule.path("everySeconds").asLong()),
                                shards(Duration.ofSeconds(
                                        rule.path("shardGroupDurationSeconds").asLong())))));
            }
        }
        for (JsonNode task : all("tasks", "after")) {
            String name = task.path("name").asText();
            if (owns(name)) {
                String state = task.path("status").asText().equals("active") ? "" : "inactive: ";
                parts.add(withId(
                        task,
                        Part.computing(
                                Kind.TASK,
                                name,
                                state + task.path("flux").asText().strip())));
            }
        }
        return parts;
    }

    @Override
    public List<Part> desired(StorageRules rules) {
        List<Part> parts = new ArrayList<>();
        for (StorageTier tier : rules.tiers()) {
            parts.add(
                    Part.holding(Kind.BUCKET, text.name(tier), tier.keep(), shards(InfluxQlText.shards(tier.keep()))));
        }
        for (StorageTier tier : rules.computed()) {
            parts.add(Part.computing(
                    Kind.TASK, text.name(tier), text.task(rules, tier).strip()));
        }
        return parts;
    }

    @Override
    public void apply(Difference difference, StorageRules rules, Progress progress) throws IOException {
        Part part = difference.part();
        String kind = part.kind() == Kind.BUCKET ? "buckets" : "tasks";
        if (difference.desired() == null) {
            requests.send("DELETE", "/api/v2/" + kind + "/" + id(part), JSON, "");
            return;
        }
        ObjectNode body = part.kind() == Kind.BUCKET ? bucket(part) : task(part, rules, progress);
        if (difference.existing() == null) {
            body.put("orgID", orgId());
            requests.json("POST", "/api/v2/" + kind, JSON, body.toString());
        } else {
            requests.json("PATCH", "/api/v2/" + kind + "/" + id(part), JSON, body.toString());
        }
    }

    @Override
    public void compute(StorageRules rules, StorageTier tier, Optional<String> measurement, TimeRange windows)
            throws IOException {
        String answer = requests.send(
                "POST",
                "/api/v2/query?orgID=" + orgId(),
                "application/vnd.flux",
                text.query(rules, tier, measurement, windows));
        // Errors after the start of the answer are part of its body.
        int error = answer.indexOf("error,reference");
        if (error >= 0) {
            throw new RefusedException(
                    200, answer.substring(error + "error,reference".length()).strip());
        }
    }

    @Override
    public Life life() throws IOException {
        StoreRequests.Dated dated = requests.dated("/metrics");
        Matcher uptime = UPTIME.matcher(dated.body());
        if (!uptime.find()) {
            throw new IOException("the store's /metrics does not contain its uptime");
        }
        long upMillis = (long) (1000 * Double.parseDouble(uptime.group(1)));
        return new Life(dated.atMillis() - upMillis, dated.atMillis());
    }

    private static ObjectNode bucket(Part part) {
        ObjectNode bucket = StoreRequests.JSON.createObjectNode();
        bucket.put("name", part.name());
        Duration keep = part.keep().orElse(Duration.ZERO);
        bucket.putArray("retentionRules")
                .addObject()
                .put("type", "expire")
                .put("everySeconds", keep.toSeconds())
                .put("shardGroupDurationSeconds", InfluxQlText.shards(keep).toSeconds());
        return bucket;
    }

    private ObjectNode task(Part part, StorageRules rules, Progress progress) throws IOException {
        for (StorageTier tier : rules.computed()) {
            if (text.name(tier).equals(part.name())) {
                Backfill.run(this, rules, tier, Optional.empty(), progress);
            }
        }
        return StoreRequests.JSON
                .createObjectNode()
                .put("flux", part.properties())
                .put("status", "active");
    }

    /** Names of tiers contain no slash; a name with one belongs to another bucket. */
    private boolean owns(String name) {
        return name.startsWith(text.prefix()) && name.indexOf('/', text.prefix().length()) < 0;
    }

    private static String shards(Duration shards) {
        return "shards of " + InfluxQlText.time(shards);
    }

    private Part withId(JsonNode object, Part part) {
        ids.put(part.title(), object.path("id").asText());
        return part;
    }

    private String id(Part part) throws IOException {
        String id = ids.get(part.title());
        if (id == null) {
            throw new IOException(part.title() + " was deleted meanwhile");
        }
        return id;
    }

    /** All objects of a kind in the organization, fetched page by page. */
    private List<JsonNode> all(String kind, String pagedBy) throws IOException {
        List<JsonNode> all = new ArrayList<>();
        String from = pagedBy.equals("offset") ? "&offset=0" : "";
        while (true) {
            String path = "/api/v2/" + kind + "?orgID=" + orgId() + "&limit=" + PAGE + from;
            JsonNode page = requests.json("GET", path, JSON, "").path(kind);
            page.forEach(all::add);
            if (page.size() < PAGE) {
                return all;
            }
            from = "&" + pagedBy + "="
                    + (pagedBy.equals("offset")
                            ? all.size()
                            : all.get(all.size() - 1).path("id").asText());
        }
    }

    private String orgId() throws IOException {
        String known = orgId;
        if (known == null) {
            boolean isId = ID.matcher(url.org()).matches();
            String path = "/api/v2/orgs?" + (isId ? "orgID=" : "org=") + StoreRequests.encoded(url.org());
            known = requests.json("GET", path, JSON, "")
                    .path("orgs")
                    .path(0)
                    .path("id")
                    .asText();
            if (known.isEmpty()) {
                throw new IOException("the token cannot see the organization '" + url.org()
                        + "': correct the URL, or use a token that may read and write its buckets and tasks");
            }
            orgId = known;
        }
        return known;
    }
}
