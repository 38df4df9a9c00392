package io.weir.gateway.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.gateway.setting.InputName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snmp4j.smi.OID;

class SnmpSettingsTest {
    private final Path folder;

    SnmpSettingsTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void defaultsAreOfVersion2c() throws IOException {
        JobSettings job = job("community-file: " + secret("sesame") + ", profiles: [if-mib]");
        assertThat(job.interval()).isEqualTo(Duration.ofMinutes(1));
        assertThat(job.timeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(job.requestTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(job.retries()).isEqualTo(2);
        assertThat(job.repetitions()).isEqualTo(10);
        assertThat(job.rowLimit()).isEqualTo(10_000);
        assertThat(job.access()).isEqualTo(new Access.Community("sesame"));
        JobSettings fast = job("interval: 1s, community-file: " + secret("sesame") + ", profiles: [if-mib]");
        assertThat(fast.timeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(fast.requestTimeout()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void columnsAreNumbersOfTheTableOrIdentifiers() throws IOException {
        JobSettings job = job("community-file: " + secret("x") + ", tables: [{measurement: m, table: .1.3.6.1.2.1.2.2,"
                + " index-tag: i, columns: {a: 10, b: 1.3.6.1.4.1.4294967295}}], scalars: [{measurement: s,"
                + " columns: {c: 1.3.6.1.2.1.1.3.0}}]");
        assertThat(job.tables().get(0).columns()).containsExactly(new Column("c", new OID("1.3.6.1.2.1.1.3.0")));
        assertThat(job.tables().get(1).columns())
                .containsExactly(
                        new Column("a", new OID("1.3.6.1.2.1.2.2.1.10")),
                        new Column("b", new OID("1.3.6.1.4.1.4294967295")));
    }

    @Test
    void profilesThatShareATableReadItOnce() throws IOException {
        for (Profile profile : Profile.values()) {
            assertThat(profile.tables()).as(profile.name()).isNotEmpty();
        }
        assertThat(job("community-file: " + secret("x") + ", profiles: [if-mib, if-mib-32, ups-mib, ups-mib]")
                        .tables())
                .extracting(Table::measurement)
                .containsExactly(
                        "snmp_system",
                        "snmp_interface",
                        "snmp_interface",
                        "snmp_ups",
                        "snmp_ups_input",
                        "snmp_ups_output");
    }

    @Test
    void secretsAreNotPrinted() throws IOException {
        String user = "version: v3, user: ann, auth-file: " + secret("sesame-open") + ", privacy-file: "
                + secret("sesame-close") + ", profiles: [ups-mib]";
        SnmpSettings settings = read("{jobs: [{job-name: a, " + user + "}]}");
        assertThat(settings.polls().jobs().get(0).access().toString()).isEqualTo("v3 user=ann");
        assertThat(settings.toString()).doesNotContain("sesame");
    }

    @Test
    void reportsAllMistakesTogether() throws IOException {
        assertThatThrownBy(() -> read("""
                threads: 0
                shared: false
                group: g
                jobs:
                  - {interval: 10ms, retries: -1, max-repetitions: 0, row-limit: 0}
                  - {job-name: a, version: v1}
                  - {job-name: a, interval: 1s, timeout: 2s, request-timeout: 3s, user: u, auth-protocol: rot-13}
                  - {job-name: b, version: v3, community-file: %1$s, privacy-file: %1$s, context: c}
                  - {job-name: c, version: v3, user: u, auth-file: %2$s, privacy-protocol: aes-256, profiles: [x]}
                  - job-name: d
                    community-file: /nowhere
                    tables:
                      - {columns: {a: 1}}
                      - {measurement: m, table: 1.x, index-tag: '', columns: {a: 1.99999999999, '': 1.2}}
                      - {measurement: m, table: 1.2, index-tag: a, tags: {a: 1}, columns: {}}
                    scalars: [{measurement: "a\\nb", columns: {a: 3.1}, index-tag: x}]
                    static: [{targets: ['']}]
                """.formatted(secret("long-enough"), secret("short"))))
                .isInstanceOfSatisfying(MistakesException.class, mistakes -> assertThat(mistakes.getMessage())
                        .contains(
                                "threads",
                                "group: has no effect without sharing",
                                "two jobs named \"a\"",
                                "jobs[0].job-name",
                                "jobs[0].interval",
                                "jobs[0].retries",
                                "jobs[0].max-repetitions",
                                "jobs[0].row-limit",
                                "jobs[0].community-file: is missing",
                                "jobs[0].profiles: is missing",
                                "jobs[1].version",
                                "jobs[2].timeout: is longer than interval",
                                "jobs[2].request-timeout: is longer than timeout",
                                "jobs[2].user: has no effect on v2c",
                                "jobs[2].auth-protocol",
                                "jobs[3].user: is missing",
                                "jobs[3].community-file: has no effect on v3",
                                "jobs[3].privacy-file: has no effect without auth-file",
                                "jobs[4].auth-file: \"" + folder + "/short\" has less than 8 characters",
                                "jobs[4].privacy-protocol: has no effect without privacy-file",
                                "jobs[4].profiles",
                                "jobs[5].community-file: \"/nowhere\" does not exist",
                                "jobs[5].tables[0].measurement",
                                "jobs[5].tables[0].columns",
                                "jobs[5].tables[0].index-tag: is missing: the rows would be one series",
                                "jobs[5].tables[1].table: must be an object identifier of numbers",
                                "jobs[5].tables[1].index-tag",
                                "jobs[5].tables[1].columns",
                                "jobs[5].tables[2].tags: has the name of index-tag",
                                "jobs[5].tables[2].columns: is empty",
                                "jobs[5].scalars[0].measurement",
                                "jobs[5].scalars[0].columns",
                                "jobs[5].scalars[0].index-tag",
                                "jobs[5].static[0].targets"));
    }

    @Test
    void identifiersAreNumbers() {
        for (String wrong : List.of("", ".", "1", "1.", "1..2", "1.2.a", "3.1", "1.4294967296", "1.-1", "ifTable")) {
            assertThatThrownBy(() -> TableKeys.oid(wrong))
                    .as(wrong)
                    .hasMessageContaining("must be an object identifier");
        }
        assertThat(TableKeys.oid(".2.4294967295").toDottedString()).isEqualTo("2.4294967295");
    }

    private String secret(String text) throws IOException {
        String file = text.equals("short") ? "short" : "secret-" + text;
        return Files.writeString(folder.resolve(file), text + "\n").toString();
    }

    private static JobSettings job(String keys) {
        return read("{jobs: [{job-name: a, " + keys + "}]}").polls().jobs().get(0);
    }

    private static SnmpSettings read(String yaml) {
        return YamlSource.text("snmp", yaml).read(section -> SnmpSettings.read(new InputName("snmp", true), section));
    }
}
