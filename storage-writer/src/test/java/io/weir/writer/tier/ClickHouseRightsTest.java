package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.testing.ClickHouseServers;
import io.weir.writer.testing.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rights that the page about stores lists are those that the writer and {@code weir storage} need. */
@Tag("long")
@TestInstance(Lifecycle.PER_CLASS)
class ClickHouseRightsTest {
    private static final Pattern GRANT = Pattern.compile("GRANT ([^;]+?)\\s+ON (\\S+)\\.\\* TO weir;");

    private final Map<String, List<String>> roles = new LinkedHashMap<>();
    private final List<TooFew> tooFew = new ArrayList<>();
    private ServerProcess server;

    /** A role without one of the documented rights. */
    private record TooFew(String role, String right) {}

    private record Granted(List<String> rights, String database) {
        static Granted of(MatchResult grant) {
            return new Granted(
                    List.of(grant.group(1).split(",\\s+")), grant.group(2).replace("metrics", "rights"));
        }

        Granted without(String right) {
            return new Granted(
                    rights.stream().filter(each -> !each.equals(right)).toList(), database);
        }

        @Override
        public String toString() {
            return String.join(", ", rights) + " ON " + database + ".*";
        }
    }

    @BeforeAll
    void start() throws IOException {
        roles.put("everything", List.of("ALL ON *.*"));
        for (String sql : TierServerContract.blocks("sql")) {
            List<Granted> grants = GRANT.matcher(sql).results().map(Granted::of).toList();
            if (!grants.isEmpty()) {
                addRoles(grants);
            }
        }
        server = ClickHouseServers.chdb(roles);
    }

    private void addRoles(List<Granted> grants) {
        roles.put(
                "documented" + roles.size(),
                grants.stream().map(Granted::toString).toList());
        for (Granted each : grants) {
            for (String right : each.rights.size() > 1 ? each.rights : List.<String>of()) {
                String role = "without" + roles.size();
                roles.put(
                        role,
                        grants.stream()
                                .map(grant -> (grant.equals(each) ? grant.without(right) : grant).toString())
                                .toList());
                tooFew.add(new TooFew(role, right + " ON " + each.database));
            }
        }
    }

    @AfterAll
    void end() {
        if (server != null) {
            server.close();
        }
    }

    private Stream<String> documented() {
        return roles.keySet().stream().filter(role -> role.startsWith("documented"));
    }

    private List<TooFew> tooFew() {
        return tooFew;
    }

    @ParameterizedTest
    @MethodSource("documented")
    void documentedRightsAreEnough(String role) throws IOException {
        clear();
        use(role);

        useTiers(role);
    }

    @ParameterizedTest
    @MethodSource("tooFew")
    void eachDocumentedRightIsNeeded(TooFew few) {
        clear();
        use(few.role);

        assertThatThrownBy(() -> useTiers(few.role)).isNotNull();
    }

    private void clear() {
        use("everything");
        for (String name : List.of("rights", "weir_rights_s30")) {
            server.post("/", "DROP DATABASE IF EXISTS " + name);
        }
    }

    /** Does everything that the writer and an operator do with a tier. */
    private void useTiers(String role) throws IOException {
        String url = "clickhouse://weir@" + server.address() + "/rights";
        Tiers tiers = new Tiers(url, Optional.of("secret"));
        TierServer house = TierServers.of(StoreCatalog.BUILT_IN.parse(url), Optional.of("secret"))
                .orElseThrow();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Recomputer writer = new Recomputer(house, new TierMeters(registry, "main"), System::nanoTime);
        long stamp = (System.currentTimeMillis() / 60_000 - 10) * 60_000_000_000L;
        try (StoreLines lines = new StoreLines(url, Optional.of("secret"))) {
            tiers.apply(rules("1d", "2d"), false);
            lines.write("cpu,host=a value=1 " + stamp);
            upkeep(writer, house);
            lines.write("cpu,host=a,rack=b value=2,n=1i,s=\"x\" " + (stamp + 1));
            upkeep(writer, house);
            use("everything");
            server.post("/", "ALTER TABLE rights.cpu MODIFY COLUMN n Nullable(Float64)");
            use(role);
            upkeep(writer, house);
            assertThat(registry.get("weir.writer.tiers.failures").counter().count())
                    .isZero();
            assertThat(new ClickHouseRows(server, "weir_rights_s30").of("cpu")).hasSize(2);
            tiers.apply(rules("2d", "20000d"), false);
            tiers.apply(rules("1d", "1d"), true);
            assertThat(tiers.plan(rules("1d", "1d"))).isEmpty();
            tiers.apply(Tiers.rules("storage: {tiers: [{name: raw, keep: 1d}]}"), true);
        }
        use("everything");
        assertThat(server.post("/", "SELECT name FROM system.databases WHERE name = 'weir_rights_s30' FORMAT CSV"))
                .isEmpty();
    }

    private static void upkeep(Recomputer writer, TierServer house) throws IOException {
        List<Mark> later = new ArrayList<>();
        StorageRules rules = rules("1d", "2d");
        writer.grow(rules, later::add);
        assertThat(writer.run(rules, later, house.life()).rest()).isEmpty();
    }

    private static StorageRules rules(String raw, String tier) {
        return Tiers.rules(
                "storage: {tiers: [{name: raw, keep: " + raw + "}, {name: s30, every: 30s, keep: " + tier + "}]}");
    }

    private void use(String role) {
        server.post("/", "SET ROLE `" + role + "`");
    }
}
