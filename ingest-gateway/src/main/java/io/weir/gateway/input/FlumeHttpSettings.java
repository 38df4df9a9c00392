package io.weir.gateway.input;

import io.weir.contract.yaml.YamlSection;
import io.weir.gateway.flume.FlumeIntake;
import io.weir.gateway.http.HttpDoor;
import io.weir.gateway.http.HttpDoorSettings;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.StampUnit;

/**
 * Flume events as JSON over HTTP, as Flume's HTTPSource takes them with its JSONHandler.
 *
 * @param precision the unit of the header {@code timestamp}
 */
public record FlumeHttpSettings(String name, HttpDoorSettings http, StampUnit precision) implements InputSettings {
    /** Flume has no default; this is the port of the example in its user guide. */
    private static final int PORT = 5140;

    static FlumeHttpSettings read(String name, YamlSection section) {
        return new FlumeHttpSettings(
                name, HttpKeys.read(name, section, PORT, "Flume events over HTTP"), Precision.read(section));
    }

    @Override
    public int loops() {
        return http.stream().loops();
    }

    @Override
    public Input open(Intakes intakes) {
        return HttpDoor.open(http, intakes, lines -> new FlumeIntake(lines, precision)::events);
    }
}
