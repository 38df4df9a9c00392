package io.weir.standalone.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values that the kernel publishes in files. */
class KernelValuesTest {
    private final Path root;

    KernelValuesTest(@TempDir Path root) {
        this.root = root;
    }

    @Test
    void sensorsHaveTheirUnitsLimitsAndAlarms() throws IOException {
        assertThat(Lines.of(new Sensors(server().files())))
                .containsExactly(
                        "sensors,chip=coretemp,device=coretemp.0,feature=temp1,hostname=h,label=Package\\ id\\ 0"
                                + " temp_input=45.5,temp_max=84.0,temp_crit=100.0,temp_alarm=0i 7",
                        "sensors,chip=nct6779,device=hwmon1,feature=fan2,hostname=h"
                                + " fan_input=1420.0,fan_min=300.0,fan_alarm=1i,fan_fault=0i 7",
                        "sensors,chip=nct6779,device=hwmon1,feature=in0,hostname=h"
                                + " in_input=1.208,in_min=-0.012,in_max=1.744,in_alarm=0i 7",
                        "sensors,chip=pmbus,device=hwmon2,feature=curr1,hostname=h curr_input=1.85 7",
                        "sensors,chip=pmbus,device=hwmon2,feature=humidity1,hostname=h humidity_input=41.25 7",
                        "sensors,chip=pmbus,device=hwmon2,feature=power1,hostname=h"
                                + " power_input=213.0,power_average=212.5,power_max=800.0,power_alarm=0i 7");
    }

    @Test
    void memoryErrorsAreThoseOfControllersAndOfModules() throws IOException {
        assertThat(Lines.of(new MemoryErrors(server().files())))
                .containsExactly(
                        "edac,controller=mc0,hostname=h ce_count=12i,ue_count=0i 7",
                        "edac_dimm,controller=mc0,dimm=dimm0,hostname=h,label=CPU_SrcID#0_Chan#0_DIMM#0"
                                + " ce_count=12i,ue_count=0i 7");
    }

    @Test
    void linksAreThoseOfDevices() throws IOException {
        assertThat(Lines.of(new Links(server().files())))
                .containsExactly("net_link,hostname=h,interface=eth0 carrier=1i,carrier_changes=3i,speed=25000i,"
                        + "crc_errors=6i,frame_errors=8i,fifo_in=7i,missed_in=9i,fifo_out=7i,carrier_errors=10i 7");
    }

    /** The kernel gives -1, or no answer. */
    @Test
    void aLinkThatIsDownHasNoSpeed() throws IOException {
        HostTree host = server().file("sys/class/net/eth0/speed", "-1").file("sys/class/net/eth0/carrier", "");

        assertThat(Lines.of(new Links(host.files())))
                .singleElement()
                .asString()
                .startsWith("net_link,hostname=h,interface=eth0 carrier_changes=3i,crc_errors=6i");
    }

    @Test
    void disksHaveErrorsAndRaidsMissingMembers() throws IOException {
        assertThat(Lines.of(new DiskErrors(server().files())))
                .containsExactly(
                        "disk_errors,hostname=h,name=md0 raid_missing=1i 7",
                        "disk_errors,hostname=h,name=sda io_errors=31i,io_timeouts=2i 7");
    }

    @Test
    void protocolsAreOneLine() throws IOException {
        assertThat(Lines.of(new ProtocolErrors(server().files())))
                .containsExactly("nstat,hostname=h,name=snmp TcpAttemptFails=5i,TcpEstabResets=6i,TcpCurrEstab=7i,"
                        + "TcpInSegs=1000i,TcpOutSegs=2000i,TcpRetransSegs=30i,TcpInErrs=4i,UdpInDatagrams=500i,"
                        + "UdpNoPorts=8i,UdpInErrors=9i,UdpOutDatagrams=600i,UdpRcvbufErrors=10i,UdpSndbufErrors=11i"
                        + " 7");
    }

    @Test
    void aHostWithoutSuchFilesHasNoLines() {
        KernelFiles none = new HostTree(root).files();

        assertThat(List.of(
                        new Sensors(none),
                        new MemoryErrors(none),
                        new Links(none),
                        new DiskErrors(none),
                        new ProtocolErrors(none),
                        switches(new ThreadSwitches(none, 42)),
                        to -> new NamespaceTraffic(none, 42).write(to, "java", "*")))
                .allSatisfy(collector -> assertThat(Lines.of(collector)).isEmpty());
    }

    @Test
    void switchesAreThoseOfAllThreadsAndNeverDecrease() throws IOException {
        HostTree host = new HostTree(root).thread(42, 42, 100, 7).thread(42, 43, 50, 3);
        Collector switches = switches(new ThreadSwitches(host.files(), 42));

        assertThat(Lines.of(switches)).containsExactly(switched(150, 10));
        host.thread(42, 42, 110, 7).end(42, 43).thread(42, 44, 5, 0);
        assertThat(Lines.of(switches)).containsExactly(switched(165, 10));
        // The number 44 now is that of another thread.
        host.thread(42, 44, 2, 1);
        assertThat(Lines.of(switches)).containsExactly(switched(167, 11));
        Path tasks = root.resolve("proc/42/task");
        Files.move(tasks, root.resolve("aside"));
        assertThat(Lines.of(switches)).isEmpty();
        Files.move(root.resolve("aside"), tasks);
        assertThat(Lines.of(switches)).containsExactly(switched(167, 11));
    }

    @Test
    void aProcessInANamespaceOfItsOwnHasTraffic() throws IOException {
        HostTree host = server();

        assertThat(Lines.of(to -> new NamespaceTraffic(host.files(), 42).write(to, "qc", "qc*")))
                .containsExactly("procstat_net,hostname=h,interface=eth0,pattern=qc*,pid=42,process_name=qc"
                        + " bytes_recv=7000000i,packets_recv=5000i,err_in=1i,drop_in=2i,bytes_sent=9000000i,"
                        + "packets_sent=6000i,err_out=3i,drop_out=4i 7");
    }

    @Test
    void aProcessInTheNamespaceOfTheHostHasNone() throws IOException {
        HostTree host = server();
        Files.delete(root.resolve("proc/42/ns/net"));
        host.link("proc/42/ns/net", "net:[4026531840]");

        assertThat(Lines.of(to -> new NamespaceTraffic(host.files(), 42).write(to, "qc", "qc*")))
                .isEmpty();
    }

    private HostTree server() throws IOException {
        return new HostTree(root).server();
    }

    private static Collector switches(ThreadSwitches of) {
        return to -> {
            ProbeLine line = to.line("procstat");
            of.write(line);
            line.end();
        };
    }

    private static String switched(long voluntary, long involuntary) {
        return "procstat,hostname=h voluntary_context_switches=" + voluntary + "i,involuntary_context_switches="
                + involuntary + "i 7";
    }
}
