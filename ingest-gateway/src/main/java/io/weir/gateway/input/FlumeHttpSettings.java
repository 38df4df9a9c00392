package io.weir.gateway.input;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.flume.FlumeIntake;
import io.weir.gateway.http.HttpApi;
import io.weir.gateway.http.HttpInput;
import io.weir.gateway.http.HttpInputSettings;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.StampUnit;

/**
 * An input for Flume events in JSON over HTTP, compatible with Flume's HTTPSource and its
 * JSONHandler.
 *
 * @param precision unit of the header {@code timestamp}
 */
public record FlumeHttpSettings(String name, HttpInputSettings http, StampUnit precision) implements InputSettings {
    /** The port of the example in Flume's user guide; Flume has no default. */
    private static final int PORT = 5140;

    static FlumeHttpSettings read(InputName name, YamlSection section) {
        return new FlumeHttpSettings(
                name.text(), HttpKeys.read(name, section, PORT, "Flume events over HTTP"), Precision.read(section));
    }

    @Override
    public int threads() {
        return http.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return HttpInput.open(http, intakes, lines -> HttpApi.plain(new FlumeIntake(lines, precision)::events));
    }
}
