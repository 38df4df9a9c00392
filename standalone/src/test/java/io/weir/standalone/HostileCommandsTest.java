package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.HttpSettings;
import io.weir.contract.service.MetersServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Commands with input that cannot work: missing files, directories, bytes that are not text, numbers that are too
 * large, and a server that is not a store. Each fails, says why, and without words of Java. {@link
 * ErrorsTeachTest} checks the answers themselves. Long, because of the number of cases.
 */
@Tag("long")
class HostileCommandsTest {
    private static MetersServer http;

    private final Path directory;

    HostileCommandsTest(@TempDir Path directory) throws Exception {
        this.directory = directory;
        Files.createDirectory(directory.resolve("dir"));
        Files.write(directory.resolve("bin"), new byte[] {0, -1, -2, 1, 'x'});
        Files.writeString(directory.resolve("bad"), "a: [b\n", StandardCharsets.UTF_8);
        Files.writeString(directory.resolve("wrong"), "version: 99999999999999999999\nfoo: bar\n");
        Files.writeString(directory.resolve("tiers"), "version: 1\nstorage: {tiers: [{name: raw, keep: 7d}]}\n");
    }

    @BeforeAll
    static void serve() {
        http = MetersServer.start(new HttpSettings("127.0.0.1", 0), JvmMeters.registry(), List.of());
    }

    @AfterAll
    static void close() {
        http.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "parse {d}/dir",
                "parse --mapping {d}/dir {d}/bin",
                "parse --mapping {d}/bad {d}/bin",
                "parse --mapping {d}/nowhere {d}/bin",
                "parse --format csv --mapping {d}/wrong {d}/bin",
                "send {d}/dir",
                "send --rate 99999999999999999999",
                "send --count -1",
                "send --series 99999999999",
                "send --duration 99999999999999999d",
                "send --seed 1e9",
                "send --values wobble",
                "send --bad NaN",
                "send --to 127.0.0.1:99999",
                "send --meters http://{http} --count 1",
                "send --meters https://{http} --count 1",
                "send --meters file:///etc/passwd --count 1",
                "tap raw --bootstrap 127.0.0.1:99999",
                "tap raw --bootstrap [::1",
                "alarms list --limit 99999999999999999999",
                "alarms list --severity FOO",
                "alarms shelve x --for 99999999999999999d",
                "alarms history --since 99999999999d",
                "query up --url http://127.0.0.1:99999",
                "query up --token-file {d}/bin",
                "rules check {d}/dir",
                "rules check {d}/bin",
                "rules check {d}/bad",
                "rules check {d}/wrong",
                "rules test {d}/bin",
                "rules run --rules {d}/tiers {d}/dir",
                "rules run --rules {d}/bad {d}/bin",
                "views check {d}/dir",
                "views check {d}/bin",
                "storage plan --rules {d}/dir",
                "storage plan --store foo --rules {d}/tiers",
                "storage plan --store influxdb1://{http}/x --rules {d}/tiers",
                "storage plan --store influxdb1s://{http}/x --rules {d}/tiers",
                "storage apply --store influxdb1://no.such.host.invalid/x --rules {d}/tiers",
                "archive ls {d}/bin",
                "archive verify {d}/nowhere",
                "archive export {d}/dir --from 99999999999-01-01",
                "archive compact {d}/bin",
                "archive restore {d}/dir --into influxdb1://{http}/x --rate 99999999999999999999",
                "archive restore {d}/dir --into influxdb1://{http}/x",
                "archive delete-before {d}/dir 99999999999-01-01",
                "state list --bootstrap no.such.host.invalid:9092",
                "doctor --as nobody",
                "probe --config {d}/bad",
                "probe --interval 99999999999999999d",
                "probe --format otlp --to ftp://x",
                "health --json {http-port} 1",
                "health --host no.such.host.invalid 9400",
                "gateway --config {d}/bin",
                "gateway drain {d}/nowhere",
                "gateway drain {d}/bin",
                "writer --config {d}/wrong",
                "up --config {d}/bad --data {d}/data",
                "up --rules {d}/bin --data {d}/data",
                "up --data {d}/bin",
                "up --data /proc/weir"
            })
    void failsWithoutWordsOfJava(String line) throws Exception {
        String port = Integer.toString(http.port());
        String typed = line.replace("{d}", directory.toString())
                .replace("{http-port}", port)
                .replace("{http}", "127.0.0.1:" + port);

        CommandRun run = CommandRun.of(typed.split(" "));

        assertThat(run.exit()).as(run.output()).isIn(1, 2);
        assertThat(run.output()).isNotBlank().doesNotContainPattern(ErrorsTeachTest.JAVA);
    }
}
