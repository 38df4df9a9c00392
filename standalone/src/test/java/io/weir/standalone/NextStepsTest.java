package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.probe.out.HostAndPort;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NextStepsTest {

    @Test
    void sendsByWeirItselfWithoutOptionsOnStandardPorts() {
        assertThat(send(HostAndPort.GATEWAY, 9400)).startsWith("./weir send -   ");
    }

    @Test
    void namesTheInputAndTheMetersOnOtherPorts() {
        assertThat(send(new HostAndPort("::1", 8189), 9500))
                .startsWith("./weir send --to [::1]:8189 --meters http://127.0.0.1:9500/metrics -   ");
    }

    @Test
    void namesTheLanguageOfTheOwnStoreOnly() {
        Optional<String> own = Optional.of("http://127.0.0.1:9000");
        assertThat(queries(own)).startsWith("http://127.0.0.1:9000/exec?query=…   (SQL), http://127.0.0.1:9400/");
        assertThat(queries(Optional.empty())).startsWith("http://127.0.0.1:9400/metrics");
    }

    private static String queries(Optional<String> store) {
        String line = new NextSteps(
                        "http://127.0.0.1:8080", HostAndPort.GATEWAY, store, "http://127.0.0.1:9400/metrics")
                .lines()
                .get(2);
        return line.substring(line.indexOf("http:"));
    }

    private static String send(HostAndPort input, int metersPort) {
        String meters = "http://127.0.0.1:" + metersPort + "/metrics";
        String line = new NextSteps("http://127.0.0.1:8080", input, Optional.of("http://127.0.0.1:9000"), meters)
                .lines()
                .get(1);
        return line.substring(line.indexOf("./weir"));
    }
}
