package io.weir.gateway.remotewrite;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.http.HttpInput;
import io.weir.gateway.http.HttpInputSettings;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.setting.HttpKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;

/** An input for samples that Prometheus and its relatives write to a remote store. */
public record RemoteWriteSettings(String name, HttpInputSettings http) implements InputSettings {
    /** Prometheus' own port would be taken where it runs. */
    private static final int PORT = 9201;

    public static RemoteWriteSettings read(InputName name, YamlSection section) {
        return new RemoteWriteSettings(name.text(), HttpKeys.read(name, section, PORT, "Prometheus' remote write"));
    }

    @Override
    public int threads() {
        return http.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return HttpInput.open(http, intakes, lines -> RemoteWriteHttp.api(new WriteRequests(lines)));
    }
}
