package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The answers of Weir to settings and commands that have another name now. */
class OldNamesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gateway: {udp: {loops: 2}}|\"threads\"",
                "gateway: {inputs: [{kind: udp, name: more, port: 9001, loops: 2}]}|\"threads\"",
                "gateway: {hand-off-bytes: 1000000}|\"bytes\" in the section \"queue\"",
                "gateway: {shed: [debug]}|\"order\" in the section \"shedding\"",
                "processing: {standbys: 1}|\"standby-replicas\"",
                "writer: {body-lines: 100}|\"lines\" in the section \"batch\"",
                "writer: {body-bytes: 100}|\"bytes\" in the section \"batch\"",
                "writer: {targets: {second: {body-lines: 100}}}|\"lines\" in the section \"batch\""
            })
    void aSettingIsAnsweredWithItsNewName(String settings, String renamed, @TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("up.yaml"), settings);

        assertThatThrownBy(() -> Settings.ofAll(ServiceKinds.ALL, Optional.of(file), Map.of()))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("it is now " + renamed);
    }

    @ParameterizedTest
    @CsvSource({
        "WEIR_GATEWAY_UDP_LOOPS,WEIR_GATEWAY_UDP_THREADS",
        "WEIR_GATEWAY_HAND_OFF_BYTES,WEIR_GATEWAY_QUEUE_BYTES",
        "WEIR_GATEWAY_SHED,WEIR_GATEWAY_SHEDDING_ORDER",
        "WEIR_PROCESSING_STANDBYS,WEIR_PROCESSING_STANDBY_REPLICAS",
        "WEIR_WRITER_BODY_LINES,WEIR_WRITER_BATCH_LINES",
        "WEIR_WRITER_BODY_BYTES,WEIR_WRITER_BATCH_BYTES"
    })
    void aVariableIsAnsweredWithItsNewName(String variable, String renamed) {
        assertThatThrownBy(() -> Settings.ofAll(ServiceKinds.ALL, Optional.empty(), Map.of(variable, "1")))
                .isInstanceOf(MistakesException.class)
                .hasMessageEndingWith("it is now " + renamed);
    }

    @Test
    void aCommandIsAnsweredWithItsNewName() {
        StringWriter errors = new StringWriter();
        CommandLine weir = Weir.commandLine().setErr(new PrintWriter(errors, true));

        assertThat(weir.execute("alarms", "indicators")).isEqualTo(2);
        assertThat(errors.toString()).contains("it is now \"stats\"");
    }
}
