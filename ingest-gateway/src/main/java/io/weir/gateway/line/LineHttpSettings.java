package io.weir.gateway.line;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.http.HttpInput;
import io.weir.gateway.http.HttpInputSettings;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.setting.HttpKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;

/** An input for line protocol over HTTP, as sent by clients of InfluxDB 1.x and 2.x. */
public record LineHttpSettings(String name, HttpInputSettings http) implements InputSettings {
    private static final int PORT = 8186;

    public static LineHttpSettings read(InputName name, YamlSection section) {
        return new LineHttpSettings(name.text(), HttpKeys.read(name, section, PORT, "line protocol over HTTP"));
    }

    @Override
    public int threads() {
        return http.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return HttpInput.open(http, intakes);
    }
}
