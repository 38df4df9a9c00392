package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleText;
import io.weir.contract.rule.match.TableSource;
import io.weir.contract.rulebook.RulePublisher;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicCreator;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rule file of a running {@code weir up} is edited. */
class UpRulesTest {

    private static final String HOT = """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, major: {above: 80}}
            """;

    private static final String COLD = """
            version: 1
            alarms:
              - {name: cold, match: {measurement: temp}, field: c, path: [host], major: {below: 5}}
              - {name: cool, match: {measurement: temp}, field: c, major: {below: 10}}
            """;

    private final Path directory;
    private final Path rules;
    private final UpInstallation weir;

    UpRulesTest(@TempDir Path directory) {
        this.directory = directory;
        rules = directory.resolve("data").resolve("rules.yaml");
        weir = new UpInstallation(directory, "--store-port=" + FreePorts.next());
    }

    @Test
    void editsArePickedUpLiveAndMistakesLeaveTheRulesAsTheyAre() throws Exception {
        try (WeirProcess process = weir.start()) {
            assertThat(process.output())
                    .contains(rules + " (edits take effect without a restart)")
                    .as("this process publishes rules")
                    .doesNotContain("no rules are published");

            replace(HOT);
            process.awaitOutput("alarms 1 (was");
            weir.send("temp,host=a c=90");
            weir.awaitIn("alarms.events", "hot/a#1");

            replace("version: 1\nalarmz: []\nroutes: []\n");
            process.awaitOutput("until these mistakes are corrected");
            assertThat(process.output()).contains("rules.yaml:2: alarmz", "rules.yaml:3: routes");

            Files.delete(rules);
            process.awaitOutput("rules.yaml is gone");
            Files.writeString(rules, "");
            process.awaitOutput("rules.yaml is empty");

            Files.writeString(rules, COLD);
            process.awaitOutput("alarms 2 (was 1)");
            weir.awaitIn("alarms.events", "hot/a#2");
            weir.send("temp,host=a c=2");
            weir.awaitIn("alarms.events", "cold/a#1");
            assertThat(process.output())
                    .containsOnlyOnce("until these mistakes are corrected")
                    .containsOnlyOnce("is gone");

            String others = text(HOT).rules().version();
            KafkaSettings kafka = KafkaSettings.defaults().withBootstrap(weir.bootstrap());
            new RulePublisher(kafka).publish(text(HOT));
            process.awaitOutput(others + " are active, published by another user");
            process.terminate();
            process.awaitExit();
        }
    }

    @Test
    @Tag("long")
    void editedTableTakesEffectAndGarbageChangesNothing() throws Exception {
        Path table = directory.resolve("data").resolve("hosts.csv");
        Files.createDirectories(table.getParent());
        Files.writeString(table, "host,rack\na,A1\n");
        Files.writeString(rules, """
                version: 1
                enrich:
                  - {name: rack, match: {measurement: temp}, lookup: {file: hosts.csv, by: host, add: rack}}
                alarms:
                  - {name: hot, match: {measurement: temp}, field: c, path: [rack], major: {above: 80}}
                """);
        try (WeirProcess process = weir.start()) {
            weir.send("temp,host=a c=90");
            weir.awaitIn("alarms.events", "hot/A1#1");

            replace(table, "host,rack,rack\na\n");
            process.awaitOutput("until these mistakes are corrected");
            assertThat(process.output()).contains("hosts.csv:1: names column \"rack\" twice");
            weir.send("temp,host=a c=10");
            weir.awaitIn("alarms.events", "hot/A1#2");

            replace(table, "host,rack\na,B1\n");
            process.awaitOutput(" -> ");
            weir.send("temp,host=a c=90");
            weir.awaitIn("alarms.events", "hot/B1#1");
            process.terminate();
            process.awaitExit();
        }
    }

    @Test
    @Tag("long")
    void rulesChangedWhileDownAreActiveAfterTheNextStart() throws Exception {
        Files.createDirectories(rules.getParent());
        Files.writeString(rules, HOT);
        try (WeirProcess process = weir.start()) {
            weir.send("temp,host=a c=90");
            weir.awaitIn("alarms.events", "hot/a#1");
            process.kill();
        }
        Files.writeString(rules, COLD);
        try (WeirProcess process = weir.start()) {
            weir.awaitIn("alarms.events", "hot/a#2");
            assertThat(process.output()).contains(" -> ").contains("alarms 2");
        }
    }

    @Test
    @Tag("long")
    void activeRulesOfAForeignKafkaStayUntilAnEdit(@TempDir Path elsewhere) throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(elsewhere, FreePorts.next(), FreePorts.next())) {
            KafkaSettings kafka = KafkaSettings.defaults().withBootstrap(broker.bootstrap());
            try (Admin admin = Admin.create(kafka.clientProperties())) {
                TopicCreator.ensure(admin, kafka.declarations());
            }
            RulePublisher publisher = new RulePublisher(kafka);
            String theirs = text(HOT).rules().version();
            publisher.publish(text(HOT));

            UpInstallation guest = new UpInstallation(
                    directory, "--bootstrap=" + broker.bootstrap(), "--store-port=" + FreePorts.next());
            try (WeirProcess process = guest.start()) {
                process.awaitOutput(theirs + " are active, published by another user");
                assertThat(publisher.active()).contains(theirs);

                replace(COLD);
                process.awaitOutput(theirs + " -> ");
                process.awaitOutput("alarms 2");
                process.terminate();
                process.awaitExit();
            }
            assertThat(publisher.active()).contains(text(COLD).rules().version());
        }
    }

    private static RuleText text(String rules) {
        return RuleText.parse("rules.yaml", rules.getBytes(UTF_8), TableSource.NONE);
    }

    private void replace(String text) throws Exception {
        replace(rules, text);
    }

    /** Replaces a file atomically, as many editors do. Otherwise Weir may read it half written. */
    private static void replace(Path file, String text) throws Exception {
        Path other = file.resolveSibling(file.getFileName() + "~");
        Files.writeString(other, text);
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
