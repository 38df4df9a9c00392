package io.weir.gateway.flume;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.http.HttpApi;
import io.weir.gateway.http.HttpInput;
import io.weir.gateway.http.HttpInputSettings;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.setting.HttpKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.Precision;
import java.util.Optional;

/**
 * An input for Flume events in JSON over HTTP, compatible with Flume's HTTPSource and its
 * JSONHandler.
 *
 * @param precision unit of the header {@code timestamp}
 */
public record FlumeHttpSettings(String name, HttpInputSettings http, StampUnit precision) implements InputSettings {
    /** The port of the example in Flume's user guide; Flume has no default. */
    private static final int PORT = 5140;

    private static final String UNREADABLE = "part of the body is not readable and was rejected; the rest is accepted";

    public static FlumeHttpSettings read(InputName name, YamlSection section) {
        return new FlumeHttpSettings(
                name.text(), HttpKeys.read(name, section, PORT, "Flume events over HTTP"), Precision.read(section));
    }

    @Override
    public int threads() {
        return http.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return HttpInput.open(http, intakes, lines -> api(lines, precision));
    }

    /** Bodies with events. */
    public static HttpApi api(LineIntake lines, StampUnit precision) {
        FlumeIntake events = new FlumeIntake(lines, precision);
        return HttpApi.plain((bytes, from, to, source, receivedNanos) ->
                events.events(bytes, from, to, source, receivedNanos) ? Optional.empty() : Optional.of(UNREADABLE));
    }
}
