package io.weir.standalone.grafana;

import io.weir.standalone.UpInstallation;
import io.weir.writer.testing.RealInfluxDb2;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The same with a real InfluxDB 2.x, using the same data source. */
@Tag("long")
class GrafanaInfluxDb2Test {

    @RegisterExtension
    static final RealInfluxDb2 INFLUX = new RealInfluxDb2();

    @Test
    void everyQuestionOfEveryDashboardIsAnswered(@TempDir Path directory) throws Exception {
        Filled.everyQuestionIsAnswered(
                UpInstallation.probing(directory, "--store=" + INFLUX.server().url(), GrafanaFilesTest.RULES)
                        .with("WEIR_STORE_TOKEN", INFLUX.server().token()),
                DataSource.provisioned()
                        .at(
                                INFLUX.server().address(),
                                INFLUX.server().bucket(),
                                INFLUX.server().token()));
    }
}
