package io.weir.gateway.input;

import io.weir.contract.service.StartException;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;

/** What an operator said of one input; one record for each kind of door. */
public interface InputSettings {
    /** Names the input in meters and in the log; no two of a gateway are the same. */
    String name();

    /** At most how many intakes it will ask for: they share the gateway's memory of known series. */
    int loops();

    /**
     * Opens the door; it receives from then on.
     *
     * @throws StartException if what it needs, such as a port, cannot be had
     */
    Input open(Intakes intakes);
}
