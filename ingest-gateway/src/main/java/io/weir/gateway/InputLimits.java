package io.weir.gateway;

import io.weir.gateway.limit.Limits;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Which limits hold for which input: the gateway's, unless it has some of its own. Immutable. */
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

    /** Those of the gateway. */
    Limits ofGateway() {
        return ofGateway;
    }

    /** Those of inputs at which a source has a budget of its own, by the input's name. */
    Map<String, Limits> apart() {
        Map<String, Limits> apart = new TreeMap<>(ofInputs);
        apart.values().removeIf(limits -> limits.sources() == ofGateway.sources());
        return apart;
    }

    /** How many budgets of series have been used to 80 % so far. */
    long nearlyUsedUp() {
        return ofGateway.series().nearlyUsedUp()
                + apart().values().stream()
                        .mapToLong(limits -> limits.series().nearlyUsedUp())
                        .sum();
    }
}
