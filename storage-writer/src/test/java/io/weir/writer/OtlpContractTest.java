package io.weir.writer;

import java.nio.file.Path;
import java.util.Map;

/** OTLP to a receiver by the specification, which keeps everything that a request has. */
class OtlpContractTest extends StoreContract {
    @Override
    TestStore open(Path directory) {
        return new OtlpReceiver(false);
    }

    @Override
    Refused refused(String measurement) {
        return new Refused(measurement + ",bad=1,host=a value=2 " + T, OtlpReceiver.WORDS);
    }

    @Override
    Map<String, String> wrongAddresses() {
        return Map.of(store().url() + "/no/such", "accepts no OTLP over HTTP");
    }
}
