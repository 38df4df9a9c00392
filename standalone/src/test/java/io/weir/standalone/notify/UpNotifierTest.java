package io.weir.standalone.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a datagram and an operator's command to Alertmanager, through a whole {@code weir up}. */
@Tag("long")
class UpNotifierTest {

    @Test
    void tellsAlertmanagerWhatIsRaisedAndWhatIsShelved(@TempDir Path directory) throws Exception {
        String rules =
                "--rules=" + Path.of("..", "docs", "examples", "rules.yaml").toAbsolutePath();
        try (Alertmanager alertmanager = new Alertmanager(directory)) {
            UpInstallation weir =
                    new UpInstallation(directory, rules).with("WEIR_NOTIFIER_ALERTMANAGER_URLS", alertmanager.url());
            try (WeirProcess process = weir.start()) {
                weir.send("cpu,hostname=flp1,detector=TPC value=99\n");
                alertmanager.awaitLasting("cpu-high/TPC/flp1 major");

                try (WeirProcess shelve = WeirProcess.start(
                        directory,
                        Map.of("WEIR_KAFKA_BOOTSTRAP", weir.bootstrap()),
                        "alarms",
                        "shelve",
                        "cpu-high/TPC/flp1",
                        "--for=1h",
                        "--user=anna",
                        "--reason=test")) {
                    assertThat(shelve.awaitExit()).as(shelve.output()).isZero();
                }
                alertmanager.awaitLasting();
                weir.awaitMeter(
                        "weir_notifier_refused_total{receiver=\"alertmanager\",to=\"" + alertmanager.url() + "\"} 0.0");
                process.terminate();
                process.awaitExit();
            }
        }
    }
}
