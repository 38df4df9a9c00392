package io.weir.gateway;

import io.weir.gateway.limit.Limits;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** The limits of each input: its own, or else those of the gateway. Immutable. */
final class InputLimits {
    private final Limits ofGateway;
    private final Map<String, Limits> ofInputs = new TreeMap<>();

    InputLimits(GatewayConfig config, LongSupplier clock) {
        ofGateway = Limits.of(config.senderLimits(), clock);
        config.limitsOfInputs().forEach((input, own) -> ofInputs.put(input, ofGateway.ofInput(own, clock)));
    }

    Limits of(String input) {
        return ofInputs.getOrDefault(input, ofGateway);
    }

    /** The gateway's limits. */
    Limits ofGateway() {
        return ofGateway;
    }

    /** The limits of inputs at which a source has a separate budget, by input name. */
    Map<String, Limits> apart() {
        Map<String, Limits> apart = new TreeMap<>(ofInputs);
        apart.values().removeIf(limits -> limits.sources() == ofGateway.sources());
        return apart;
    }

    /** Number of budgets of series that have reached 80 % so far. */
    long nearlyUsedUp() {
        return ofGateway.series().nearlyUsedUp()
                + apart().values().stream()
                        .mapToLong(limits -> limits.series().nearlyUsedUp())
                        .sum();
    }
}
