package io.weir.gateway.setting;

import io.weir.contract.service.StartException;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;

/** The settings of one input; one record type for each kind. */
public interface InputSettings {
    /** Unique name of the input in meters and in the log. */
    String name();

    /**
     * Maximum number of its intakes, among which the gateway's memory for known series is divided.
     */
    int threads();

    /**
     * Opens the input, which receives from then on.
     *
     * @throws StartException if a required resource, such as a port, is not available
     */
    Input open(Intakes intakes);
}
