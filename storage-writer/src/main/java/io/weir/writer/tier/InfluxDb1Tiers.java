package io.weir.writer.tier;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.http.Authorization;
import io.weir.contract.rule.storage.InfluxQl;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.influxdb.InfluxDb1Url;
import io.weir.writer.tier.Part.Kind;
import io.weir.writer.tier.StoreRequests.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Tiers of InfluxDB 1.x: a retention policy for each tier, and a continuous query for each tier and
 * measurement.
 */
final class InfluxDb1Tiers implements TierServer {
    private static final String FORM = "application/x-www-form-urlencoded";

    private final String database;
    private final InfluxQlText text;
    private final StoreRequests requests;

    InfluxDb1Tiers(InfluxDb1Url url, Optional<String> password) {
        this.database = url.database();
        this.text = new InfluxQlText(database);
        this.requests =
                new StoreRequests(url.http(), url.user().map(user -> Authorization.basic(user, password.orElse(""))));
    }

    /** A place without a policy uses the default one, which is that of raw. */
    @Override
    public boolean isRaw(StoreUrl place) {
        return place instanceof InfluxDb1Url one
                && one.database().equals(database)
                && one.policy().map(InfluxQl.policy(StorageTier.RAW)::equals).orElse(true);
    }

    @Override
    public boolean computesWindows() {
        return true;
    }

    /** Continuous queries name measurements and fields. */
    @Override
    public boolean isUpkeep(Difference difference) {
        return difference.part().kind() == Kind.CONTINUOUS_QUERY && difference.desired() != null;
    }

    @Override
    public String holder(StorageTier tier) {
        return InfluxQl.policy(tier.name());
    }

    @Override
    public List<Part> existing() throws IOException {
        List<Part> parts = new ArrayList<>();
        if (!hasDatabase()) {
            return parts;
        }
        parts.add(Part.computing(Kind.DATABASE, database, ""));
        for (JsonNode policy : rows(ask("SHOW RETENTION POLICIES ON " + InfluxQl.quoted(database)))) {
            if (policy.path(0).asText().startsWith(InfluxQl.PREFIX)) {
                Duration shards = parsed(policy.path(2).asText());
                parts.add(Part.holding(
                        Kind.RETENTION_POLICY,
                        policy.path(0).asText(),
                        parsed(policy.path(1).asText()),
                        properties(shards, policy.path(4).asBoolean())));
            }
        }
        for (JsonNode series : ask("SHOW CONTINUOUS QUERIES").path("series")) {
            if (series.path("name").asText().equals(database)) {
                for (JsonNode query : series.path("values")) {
                    String name = query.path(0).asText();
                    if (name.startsWith(InfluxQl.PREFIX) && name.contains("/")) {
                        parts.add(Part.computing(
                                Kind.CONTINUOUS_QUERY,
                                name,
                                InfluxQlText.shown(query.path(1).asText())));
                    }
                }
            }
        }
        return parts;
    }

    @Override
    public List<Part> desired(StorageRules rules) throws IOException {
        List<Part> parts = new ArrayList<>();
        parts.add(Part.computing(Kind.DATABASE, database, ""));
        for (StorageTier tier : rules.tiers()) {
            Duration shards = InfluxQlText.shards(tier.keep());
            parts.add(Part.holding(
                    Kind.RETENTION_POLICY,
                    InfluxQl.policy(tier.name()),
                    tier.keep(),
                    properties(shards, tier.isRaw())));
        }
        SortedMap<String, SortedMap<String, Boolean>> fields = fields(Optional.empty());
        for (StorageTier tier : rules.computed()) {
            fields.forEach((measurement, types) -> text.select(rules, tier, measurement, types, "")
                    .ifPresent(select -> parts.add(Part.computing(
                            Kind.CONTINUOUS_QUERY,
                            InfluxQlText.query(tier, measurement),
                            InfluxQlText.shown(text.create(tier, measurement, select))))));
        }
        return parts;
    }

    @Override
    public void apply(Difference difference, StorageRules rules, Progress progress) throws IOException {
        Part part = difference.part();
        switch (part.kind()) {
            case DATABASE -> ask("CREATE DATABASE " + InfluxQl.quoted(database));
            case RETENTION_POLICY -> policy(difference);
            case CONTINUOUS_QUERY -> query(difference, rules, progress);
            default -> throw new IllegalStateException(part.title() + " does not exist in InfluxDB 1.x");
        }
    }

    @Override
    public void compute(StorageRules rules, StorageTier tier, Optional<String> measurement, TimeRange windows)
            throws IOException {
        String when = "time >= " + windows.fromMillis() + "ms AND time < " + windows.toMillis() + "ms";
        for (Map.Entry<String, SortedMap<String, Boolean>> each :
                fields(measurement).entrySet()) {
            Optional<String> select = text.select(rules, tier, each.getKey(), each.getValue(), when);
            if (select.isPresent()) {
                ask(select.get());
            }
        }
    }

    /** SHOW DIAGNOSTICS returns the same, but to administrators only. */
    @Override
    public Life life() throws IOException {
        JsonNode system = requests.json("GET", "/debug/vars", FORM, "").path("system");
        try {
            return new Life(
                    Instant.parse(system.path("started").asText()).toEpochMilli(),
                    Instant.parse(system.path("currentTime").asText()).toEpochMilli());
        } catch (DateTimeParseException e) {
            throw new IOException("the store's /debug/vars does not contain its start time", e);
        }
    }

    private void policy(Difference difference) throws IOException {
        Part part = difference.part();
        String on = " RETENTION POLICY " + InfluxQl.quoted(part.name()) + " ON " + InfluxQl.quoted(database);
        if (difference.desired() == null) {
            ask("DROP" + on);
            return;
        }
        Duration keep = part.keep().orElse(Duration.ZERO);
        ask((difference.existing() == null ? "CREATE" : "ALTER") + on + " DURATION " + InfluxQlText.time(keep)
                + " REPLICATION 1 SHARD DURATION " + InfluxQlText.time(InfluxQlText.shards(keep))
                + (part.name().equals(InfluxQl.policy(StorageTier.RAW)) ? " DEFAULT" : ""));
    }

    private void query(Difference difference, StorageRules rules, Progress progress) throws IOException {
        Part part = difference.part();
        String drop = "DROP CONTINUOUS QUERY " + InfluxQl.quoted(part.name()) + " ON " + InfluxQl.quoted(database);
        if (difference.desired() == null) {
            ask(drop);
            return;
        }
        int slash = part.name().indexOf('/');
        String measurement = part.name().substring(slash + 1);
        String tierName = part.name().substring(InfluxQl.PREFIX.length(), slash);
        StorageTier tier = rules.computed().stream()
                .filter(each -> each.name().equals(tierName))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no tier for " + part.title()));
        SortedMap<String, Boolean> types =
                fields(Optional.of(measurement)).getOrDefault(measurement, Collections.emptySortedMap());
        Optional<String> select = types.isEmpty() ? Optional.empty() : text.select(rules, tier, measurement, types, "");
        if (select.isEmpty()) {
            return; // Deleted meanwhile.
        }
        Backfill.run(this, rules, tier, Optional.of(measurement), progress);
        if (difference.existing() != null) {
            ask(drop);
        }
        ask(text.create(tier, measurement, select.get()));
    }

    /** The fields of one measurement in raw, or of all, and whether each is a number. */
    private SortedMap<String, SortedMap<String, Boolean>> fields(Optional<String> measurement) throws IOException {
        SortedMap<String, SortedMap<String, Boolean>> fields = new TreeMap<>();
        JsonNode answer;
        try {
            answer = ask("SHOW FIELD KEYS ON " + InfluxQl.quoted(database) + " FROM "
                    + InfluxQl.quoted(InfluxQl.policy(StorageTier.RAW)) + "."
                    + measurement.map(InfluxQl::quoted).orElse("/.+/"));
        } catch (RefusedException e) {
            if (String.valueOf(e.getMessage()).contains("not found")) {
                // No database or policy yet, and so no metrics.
                return fields;
            }
            throw e;
        }
        for (JsonNode series : answer.path("series")) {
            SortedMap<String, Boolean> types = new TreeMap<>();
            for (JsonNode field : series.path("values")) {
                String type = field.path(1).asText();
                types.merge(
                        field.path(0).asText(), !type.equals("string") && !type.equals("boolean"), Boolean::logicalOr);
            }
            fields.put(series.path("name").asText(), types);
        }
        return fields;
    }

    /** Parses the server's format of durations: {@code 168h0m0s}. */
    private static Duration parsed(String duration) {
        return Duration.parse("PT" + duration.toUpperCase(Locale.ROOT));
    }

    private boolean hasDatabase() throws IOException {
        for (JsonNode row : rows(ask("SHOW DATABASES"))) {
            if (row.path(0).asText().equals(database)) {
                return true;
            }
        }
        return false;
    }

    private static JsonNode rows(JsonNode result) {
        return result.path("series").path(0).path("values");
    }

    private static String properties(Duration shards, boolean isDefault) {
        return "shards of " + InfluxQlText.time(shards) + (isDefault ? ", default for writes" : "");
    }

    private JsonNode ask(String statement) throws IOException {
        JsonNode result = requests.json(
                        "POST",
                        "/query?db=" + StoreRequests.encoded(database) + "&epoch=ms",
                        FORM,
                        "q=" + StoreRequests.encoded(statement))
                .path("results")
                .path(0);
        if (result.has("error")) {
            throw new RefusedException(200, result.path("error").asText() + " (to: " + statement + ")");
        }
        return result;
    }
}
