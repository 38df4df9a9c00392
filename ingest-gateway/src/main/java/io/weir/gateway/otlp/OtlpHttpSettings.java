package io.weir.gateway.otlp;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.http.HttpInput;
import io.weir.gateway.http.HttpInputSettings;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.setting.HttpKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;

/** An input for metrics of OpenTelemetry over HTTP. */
public record OtlpHttpSettings(String name, HttpInputSettings http, OtlpMapping mapping) implements InputSettings {
    private static final int PORT = 4318;

    public static OtlpHttpSettings read(InputName name, YamlSection section) {
        return new OtlpHttpSettings(
                name.text(), HttpKeys.read(name, section, PORT, "OTLP over HTTP"), OtlpKeys.read(section));
    }

    @Override
    public int threads() {
        return http.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return HttpInput.open(http, intakes, lines -> OtlpHttp.api(new MetricLines(lines, mapping)));
    }
}
