package io.weir.standalone.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that print what the documentation of the tools shows. */
class ToolsTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final Path folder;

    ToolsTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void disksHaveTheirHealth() throws IOException {
        Smart smart = new Smart(tool("smartctl", StandIns.SMARTCTL, LIMIT));

        assertThat(Lines.of(smart))
                .containsExactly(
                        "smart_device,device=sda,hostname=h,model=ST4000NM0035,serial_no=ZC1A health_ok=0i,temp_c=34i,"
                                + "power_on_hours=41250i,power_cycle_count=31i,reallocated_sectors=16i,"
                                + "reported_uncorrect=2i,pending_sectors=8i,uncorrectable_sectors=7i,crc_errors=3i 7",
                        "smart_device,device=sdc,hostname=h,model=HUH721212AL,serial_no=8HJ3"
                                + " health_ok=1i,temp_c=30i,grown_defects=5i 7",
                        "smart_device,device=nvme0,hostname=h,model=PM9A3,serial_no=S64G health_ok=1i,temp_c=41i,"
                                + "power_on_hours=9000i,power_cycle_count=12i,critical_warning=0i,percentage_used=3i,"
                                + "available_spare=100i,media_errors=0i 7");
    }

    @Test
    void controllersHaveTheirSensors() throws IOException {
        Ipmi ipmi = new Ipmi(tool("ipmitool", StandIns.IPMITOOL, LIMIT));

        assertThat(Lines.of(ipmi))
                .containsExactly(
                        "ipmi_sensor,entity=7.1,hostname=h,name=Inlet\\ Temp,unit=degrees\\ C value=23.0,ok=1i 7",
                        "ipmi_sensor,entity=3.1,hostname=h,name=Temp,unit=degrees\\ C value=40.0,ok=1i 7",
                        "ipmi_sensor,entity=3.2,hostname=h,name=Temp,unit=degrees\\ C value=41.0,ok=1i 7",
                        "ipmi_sensor,entity=7.1,hostname=h,name=Fan1,unit=RPM value=5760.0,ok=1i 7",
                        "ipmi_sensor,entity=10.1,hostname=h,name=Voltage\\ 1,unit=Volts value=11.9,ok=0i 7",
                        "ipmi_sensor,entity=7.1,hostname=h,name=Board\\ Offset,unit=degrees\\ C value=-4.0,ok=1i 7");
    }

    @Test
    void aHostWithoutTheToolsHasNoLines() {
        String nowhere = folder.resolve("absent").toString();

        assertThat(Lines.of(new Smart(new Tool(nowhere, LIMIT)))).isEmpty();
        assertThat(Lines.of(new Ipmi(new Tool(nowhere, LIMIT)))).isEmpty();
    }

    @Test
    void anAbsentProgramIsNotSearchedAgain() throws IOException {
        Tool tool = new Tool(folder.resolve("ipmitool").toString(), LIMIT);
        assertThat(tool.output(List.of())).isEmpty();

        tool("ipmitool", "echo here", LIMIT);

        assertThat(tool.output(List.of())).isEmpty();
    }

    @Test
    @Timeout(60)
    void aProgramThatHangsIsKilledWithItsChildren() throws IOException {
        Tool hanging = tool("hanging", "sleep 300 & sleep 300", Duration.ofMillis(200));

        assertThatThrownBy(() -> hanging.output(List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not end within");
    }

    @Test
    void aProgramThatPrintsWithoutEndFails() throws IOException {
        Tool endless = tool("endless", "exec yes", LIMIT);

        assertThatThrownBy(() -> endless.output(List.of())).hasMessageContaining("prints too much");
    }

    @Test
    void otherOutputFails() throws IOException {
        Smart smart = new Smart(tool("smartctl", "echo usage", LIMIT));

        assertThatThrownBy(() -> Lines.of(smart)).hasMessageContaining("smartctl prints no JSON");
        assertThat(Lines.of(new Ipmi(tool("ipmitool", "echo usage; echo 'a|b'", LIMIT))))
                .isEmpty();
    }

    private Tool tool(String name, String script, Duration limit) throws IOException {
        return new Tool(StandIns.write(folder.resolve(name), script).toString(), limit);
    }
}
