package io.weir.standalone.top;

import java.util.Map;
import java.util.Optional;

/** The answer of one port of meters and health. */
sealed interface PortAnswer {

    int port();

    /**
     * Services of Weir answer.
     *
     * @param isReady whether all of them are ready
     * @param details the health of each, by name
     * @param meters empty if they are not readable
     * @param whyNoMeters the reason then; else empty
     */
    record Services(
            int port, boolean isReady, Map<String, String> details, Optional<PortMeters> meters, String whyNoMeters)
            implements PortAnswer {}

    /**
     * No service of Weir answers.
     *
     * @param isListening whether a program accepts connections there
     */
    record NoService(int port, boolean isListening, String reason) implements PortAnswer {}
}
