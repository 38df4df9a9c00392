package io.weir.standalone;

import io.weir.writer.testing.RealInfluxDb2;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * From a datagram to a real InfluxDB 2.x, through all services of {@code weir up}; the token is in
 * a file.
 */
class UpInfluxDb2Test {

    @RegisterExtension
    static final RealInfluxDb2 INFLUX = new RealInfluxDb2();

    @Test
    void aDatagramIsStoredAveragedAndAlarmed(@TempDir Path directory) throws Exception {
        Path token =
                Files.writeString(directory.resolve("token"), INFLUX.server().token() + "\n");
        UpInstallation weir = new UpInstallation(
                        directory, "--store=" + INFLUX.server().url(), OneDatagram.RULES)
                .with("WEIR_WRITER_TOKEN_FILE", token.toString())
                .with("WEIR_DASHBOARD_STORE_TOKEN_FILE", token.toString());

        OneDatagram.isStoredAveragedAndAlarmed(weir, INFLUX.server()::value, "\"errorType\":\"not_found\"");
    }
}
