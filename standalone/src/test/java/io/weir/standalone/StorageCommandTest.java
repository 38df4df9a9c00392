package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.rules.DefaultRules;
import io.weir.writer.testing.RealInfluxDb;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class StorageCommandTest {
    @RegisterExtension
    static final RealInfluxDb INFLUXDB = new RealInfluxDb();

    private final Path rules;

    StorageCommandTest(@TempDir Path directory) {
        rules = directory.resolve("rules.yaml");
    }

    @AfterEach
    void clear() {
        INFLUXDB.server().series("DROP DATABASE \"" + INFLUXDB.server().database() + '"');
    }

    @Test
    void plansAndAppliesAndDeletesOnlyIfAllowed() throws IOException {
        Files.writeString(
                rules, "version: 1\nstorage: {tiers: [{name: raw, keep: 7d}, {name: m1, every: 1m, keep: 30d}]}\n");
        assertThat(run(3, "plan"))
                .startsWith("+ database ")
                .contains("+ retention policy weir_m1: keeps 30d")
                .endsWith("3 to apply: weir storage apply\n");
        assertThat(run(0, "apply")).contains("+ retention policy weir_raw").endsWith("the store matches the rules\n");
        assertThat(run(0, "plan")).isEqualTo("the store matches the rules\n");
        assertThat(run(0, "apply")).isEqualTo("the store matches the rules\n");

        Files.writeString(rules, "version: 1\nstorage: {tiers: [{name: raw, keep: 7d}]}\n");
        assertThat(run(3, "plan"))
                .startsWith("- retention policy weir_m1: the rules have no such tier")
                .endsWith("1 to apply: weir storage apply; 1 of them would delete metrics: add --allow-delete\n");
        assertThat(run(3, "apply")).startsWith("changes that would delete metrics remain: 1; plan shows them");
        assertThat(run(0, "apply", "--allow-delete")).startsWith("- retention policy weir_m1");
        assertThat(run(0, "plan")).isEqualTo("the store matches the rules\n");
    }

    @Test
    void windowsOfAnotherLengthNeedAnotherTier() throws Exception {
        String tiers = "version: 1\nstorage: {tiers: [{name: raw, keep: 7d}, {name: m2, every: 2m, keep: 30d}]}\n";
        Files.writeString(rules, tiers);
        run(0, "apply");
        write("cpu value=1");
        run(0, "apply");

        Files.writeString(rules, tiers.replace("2m,", "4m,"));
        assertThat(run(3, "plan"))
                .startsWith("~ continuous query weir_m2/cpu   (windows of another length: never;")
                .endsWith("0 to apply: weir storage apply; 1 of windows' length: give these tiers other names\n");
        assertThat(run(3, "apply", "--allow-delete"))
                .isEqualTo("changes of the length of windows remain: 1; give the tiers that plan shows other names\n");

        Files.writeString(rules, tiers.replace("m2, every: 2m,", "m4, every: 4m,"));
        assertThat(run(0, "apply", "--allow-delete"))
                .contains(
                        "+ continuous query weir_m4/cpu",
                        "- continuous query weir_m2/cpu",
                        "- retention policy weir_m2");
    }

    private static void write(String line) throws Exception {
        URI to = URI.create("http://" + INFLUXDB.server().address() + "/write?rp=weir_raw&db="
                + INFLUXDB.server().database());
        HttpResponse<Void> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(to)
                                .POST(BodyPublishers.ofString(line))
                                .build(),
                        BodyHandlers.discarding());
        assertThat(answer.statusCode()).isEqualTo(204);
    }

    @Test
    void rulesWithoutTiersAreNoWordToDeleteAny() throws IOException {
        Files.writeString(rules, "version: 1\n");

        assertThat(run(1, "apply")).contains("the rules declare no tiers, so the store stays unchanged");
        assertThat(run(0, "plan")).contains("the rules declare no tiers, so the store stays unchanged");
    }

    @Test
    void planOfTheDefaultsHasNoDifference() throws Exception {
        Files.copy(Objects.requireNonNull(DefaultRules.class.getResourceAsStream("default-rules.yaml")), rules);

        CommandRun run = CommandRun.of("storage", "plan", "--store=questdb:embedded", "--rules=" + rules);

        assertThat(run.exit()).as(run.output()).isZero();
        assertThat(run.output()).contains("the rules declare no tiers");
    }

    @Test
    void tiersOfProcessingAreShownForStoresWithoutTiers() throws Exception {
        String tiers = "tiers: [{name: raw, keep: 7d}, {name: m1, every: 1m, keep: 30d}]}\n";
        Files.writeString(rules, "version: 1\nstorage: {by: processing, grace: 2m, " + tiers);
        for (String command : new String[] {"plan", "apply"}) {
            CommandRun run =
                    CommandRun.of("storage", command, "--store=victoriametrics://127.0.0.1:1", "--rules=" + rules);

            assertThat(run.exit()).as(run.output()).isZero();
            assertThat(run.output())
                    .contains(
                            "raw: the metrics themselves; keep: 7d deletes nothing",
                            "m1: processing computes windows of 1m, and stores each 2m after its end as MEASUREMENT_m1;"
                                    + " keep: 30d deletes nothing",
                            "nothing to apply");
        }
        assertThat(run(3, "plan"))
                .startsWith("the store has tiers of its own, and also stores those of processing")
                .contains("+ retention policy weir_m1: keeps 30d");

        Files.writeString(rules, "version: 1\nstorage: {" + tiers);
        CommandRun refused =
                CommandRun.of("storage", "plan", "--store=victoriametrics://127.0.0.1:1", "--rules=" + rules);
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.output()).contains("has no tiers", "by: processing under storage in the rules");
    }

    @Test
    void aStoreOfAPluginIsKnown(@TempDir Path directory) throws Exception {
        Files.writeString(rules, "version: 1\nstorage: {tiers: [{name: raw, keep: 7d}]}\n");
        try (ExampleStore store = new ExampleStore(directory)) {
            String[] unknown = {"storage", "plan", "--rules=" + rules, "--store=" + store.url()};
            String[] known = Arrays.copyOf(unknown, 5);
            known[4] = "--plugins=" + store.plugins();

            assertThat(CommandRun.of(unknown).output()).contains("has the unknown scheme 'lines'");
            CommandRun plan = CommandRun.of(known);
            assertThat(plan.output())
                    .contains("--store " + store.url()
                            + " has no tiers; only InfluxDB 1.x and 2.x and ClickHouse have them");
            assertThat(plan.exit()).isEqualTo(1);
        }
    }

    private String run(int exitCode, String command, String... options) {
        String[] all = new String[options.length + 4];
        all[0] = "storage";
        all[1] = command;
        all[2] = "--store=" + INFLUXDB.server().url();
        all[3] = "--rules=" + rules;
        System.arraycopy(options, 0, all, 4, options.length);
        StringWriter said = new StringWriter();
        CommandLine weir = Weir.commandLine();
        weir.setOut(new PrintWriter(said, true)).setErr(new PrintWriter(said, true));
        assertThat(weir.execute(all)).as(said.toString()).isEqualTo(exitCode);
        return said.toString();
    }
}
