package io.weir.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.service.StartException;
import io.weir.writer.stores.StoreCatalog;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreFactsTest {
    /** The message of the JDK about a wrong header contains the header. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "influxdb2://localhost/bucket?org=o",
                "influxdb3://localhost/database",
                "victoriametrics://localhost",
                "remotewrite://localhost",
                "opentsdb://localhost",
                "otlp://localhost",
                "opensearch://localhost/index"
            })
    void aTokenThatFitsIntoNoHeaderIsRefusedAndNotShown(String store) {
        for (String token : new String[] {"secret\nsecret", "sécret"}) {
            assertThatThrownBy(() -> StoreFacts.read(StoreCatalog.BUILT_IN.parse(store), Optional.of(token)))
                    .isInstanceOf(StartException.class)
                    .hasMessage("the token of the store has several lines, or characters other than printable ASCII:"
                            + " write only the token into WEIR_WRITER_TOKEN_FILE or WEIR_STORE_TOKEN");
        }
    }
}
