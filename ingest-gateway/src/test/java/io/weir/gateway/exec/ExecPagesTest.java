package io.weir.gateway.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.testing.InputPage;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands on the documentation pages, of which stand-ins print recorded output. */
@Timeout(60)
class ExecPagesTest {
    private static final Path EOS =
            Path.of("src", "test", "resources", "eos", "eos").toAbsolutePath();

    @Test
    void csvArrivesAsItsPageSays(@TempDir Path folder) throws IOException {
        InputPage page = new InputPage("csv");
        Path output = Files.writeString(folder.resolve("output"), page.block("csv", "host;index"));
        String settings = page.blocks("yaml").get(0).replace("[/usr/local/bin/gpu-report]", "[cat, " + output + "]");
        assertThat(lines(settings, "gpu-csv")).containsExactlyInAnyOrderElementsOf(page.arrivesAs("csv"));
    }

    @Test
    void anAnswerOfRedfishArrivesAsItsPageSays(@TempDir Path folder) throws IOException {
        InputPage page = new InputPage("redfish");
        Path answer = Files.writeString(folder.resolve("thermal.json"), page.block("json", "Temperatures"));
        String settings =
                page.blocks("yaml").get(0).replaceAll("command: .*Thermal\"]", "command: [cat, " + answer + "]");
        List<String> lines = new ArrayList<>(lines(settings, "redfish-temperatures"));
        lines.addAll(lines(settings, "redfish-fans"));
        assertThat(lines.stream().map(line -> line.substring(0, line.lastIndexOf(' '))))
                .containsExactlyInAnyOrderElementsOf(page.arrivesAs("json"));
    }

    @Test
    void powerSuppliesOfRedfishHaveTheirHealth(@TempDir Path folder) throws IOException {
        Path answer = Files.writeString(folder.resolve("power.json"), """
                {"Id": "Power", "PowerControl": [{"MemberId": "0", "PowerConsumedWatts": 344}], "PowerSupplies": [
                 {"MemberId": "0", "Name": "PSU 1", "Status": {"State": "Enabled", "Health": "Critical"},
                  "LineInputVoltage": 230.5, "LastPowerOutputWatts": 325, "PowerCapacityWatts": 800}]}
                """);
        String settings = new InputPage("redfish")
                .blocks("yaml")
                .get(0)
                .replaceAll("command: .*Power\"]", "command: [cat, " + answer + "]");
        assertThat(lines(settings, "redfish-power"))
                .singleElement()
                .asString()
                .startsWith("redfish_power_supply,hostname=flp17,supply=PSU\\ 1"
                        + " health=\"Critical\",input_volts=230.5,output_watts=325,state=\"Enabled\" ");
    }

    /** Without mkfifo, the command would create a file, read it to its end, and start again for ever. */
    @Test
    void aNamedPipeThatDoesNotExistIsCreated(@TempDir Path folder) throws IOException {
        InputPage page = new InputPage("exec");
        Path pipe = folder.resolve("metrics.pipe");
        String settings = page.blocks("yaml").get(1).replace("/run/metrics.pipe", pipe.toString());
        try (OpenedInput input = OpenedInput.open("udp: {enabled: false}\n" + settings)) {
            input.acknowledging();
            OneInput.await("the pipe", () -> Files.exists(pipe));
            assertThat(Files.isRegularFile(pipe)).isFalse();
            Files.writeString(pipe, "jobs,site=CERN running=4711\n", StandardOpenOption.WRITE);
            OneInput.await("the line", () -> input.has("jobs,site=CERN running=4711 \\d{19}"));
        }
    }

    @Test
    void aFileSystemOfEosArrivesAsThePageSays() {
        InputPage page = new InputPage("eos");
        List<String> fields = fields(page.arrivesAs("text").get(0));
        String line = eos("eos-fs").stream()
                .filter(each -> each.contains(",id=1,"))
                .findFirst()
                .orElseThrow();
        // The page shows a part.
        assertThat(fields).hasSizeGreaterThan(5);
        assertThat(fields(line.substring(0, line.lastIndexOf(' ')))).containsAll(fields);
        assertThat(line).startsWith(page.arrivesAs("text").get(0).split(" ")[0] + " ");
        assertThat(List.of(page.block("text", "schedgroup").strip().split(" ")))
                .allMatch(pair -> read("fs-ls").contains(pair + " "));
    }

    @Test
    void nodesOfEosHaveWhatTheyKnow() {
        List<String> lines = eos("eos-node").stream().sorted().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .startsWith("eos_node,geotag=P2::CR1,node=fst1.example.org:1095 type=\"nodesview\",status=\"online\",")
                .contains(
                        ",heartbeatdelta=2,",
                        ",cfg.stat.net.inratemib=3.94087,cfg.stat.net.outratemib=8.53667E-5,",
                        ",sum.stat.disk.readratemb=448,",
                        ",cfg.stat.sys.eos.version=\"5.3.36-1\",",
                        ",sum.stat.disk.iops?configstatus@rw=990,");
        assertThat(lines.get(1))
                .startsWith(
                        "eos_node,node=fst2.example.org:1095 type=\"nodesview\",status=\"offline\",cfg.status=\"on\",nofs=0,")
                .doesNotContain("???", "~", "net", "cfg.stat.");
    }

    @Test
    void groupsAndSpacesOfEosHaveTheirFill() {
        assertThat(eos("eos-group"))
                .singleElement()
                .asString()
                .startsWith("eos_group,group=default.0 type=\"groupview\",cfg.status=\"on\",nofs=8,")
                .contains(",dev.stat.statfs.filled=12.42,avg.stat.statfs.filled=46.95,");
        assertThat(eos("eos-space"))
                .singleElement()
                .asString()
                .startsWith("eos_space,space=default type=\"spaceview\",cfg.groupsize=11,")
                .contains(",sum.stat.statfs.usedbytes=1.442925699514368E15,", ",sum.<n>?configstatus@rw=336,")
                .doesNotContain("nominalsize");
    }

    @Test
    void countersOfPacketsComeFromEachNode() {
        List<String> lines = eos("eos-net").stream()
                .map(line -> line.substring(0, line.lastIndexOf(' ')))
                .sorted()
                .toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .isEqualTo("eos_net,node=fst1.example.org:1095 stat.net.ethratemib=1192,stat.net.inratemib=3.94087,"
                        + "stat.net.outratemib=8.53667E-5,stat.net.rx_dropped=5,stat.net.rx_errors=0,"
                        + "stat.net.tx_dropped=17,stat.net.tx_errors=2");
        assertThat(lines.get(1)).contains("node=fst2", ",stat.net.tx_errors=2").doesNotContain("tx_dropped", "N/A");
    }

    private static List<String> eos(String input) {
        String settings = new InputPage("eos")
                .blocks("yaml")
                .get(0)
                .replace("[eos,", "[" + EOS + ",")
                .replace("eos -b", EOS + " -b");
        return lines(settings, input);
    }

    /** The lines of the first run of one of the inputs. */
    private static List<String> lines(String yaml, String name) {
        InputSettings settings = YamlSource.text("page", yaml).read(GatewayConfig::read).inputs().stream()
                .filter(input -> input.name().equals(name))
                .findFirst()
                .orElseThrow();
        OneInput one = new OneInput(name);
        try (var input = settings.open(one)) {
            OneInput.await("a run of " + input.listens(), () -> !one.lines().isEmpty());
        }
        // Lines of a run are in several batches; the end of the input passes on the last one.
        assertThat(one.refused()).isEmpty();
        assertThat(one.counts().warnings.total()).isZero();
        return one.lines();
    }

    private static List<String> fields(String line) {
        return List.of(line.substring(line.indexOf(' ') + 1).split(","));
    }

    private static String read(String file) {
        try {
            return Files.readString(EOS.resolveSibling(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
