package io.weir.standalone.top;

import io.weir.contract.service.Health;
import java.util.Map;
import java.util.Optional;

/** The answer of one port of meters and health. */
sealed interface PortAnswer {

    int port();

    /**
     * Services of Weir answer.
     *
     * @param health that of each, by name
     * @param meters empty if they are not readable
     * @param whyNoMeters the reason then; else empty
     */
    record Services(int port, Map<String, Health> health, Optional<PortMeters> meters, String whyNoMeters)
            implements PortAnswer {}

    /**
     * No service of Weir answers.
     *
     * @param isListening whether a program accepts connections there
     */
    record NoService(int port, boolean isListening, String reason) implements PortAnswer {}
}
