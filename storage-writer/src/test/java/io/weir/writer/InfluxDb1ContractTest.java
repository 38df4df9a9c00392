package io.weir.writer;

import io.weir.writer.testing.InfluxDbProcess;

/** InfluxDB 1.x. */
class InfluxDb1ContractTest extends InfluxDbContract {
    InfluxDb1ContractTest() {
        super(() -> InfluxDbProcess.start(1));
    }
}
