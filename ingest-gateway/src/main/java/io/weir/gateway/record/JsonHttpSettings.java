package io.weir.gateway.record;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.http.HttpApi;
import io.weir.gateway.http.HttpInput;
import io.weir.gateway.http.HttpInputSettings;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.mapping.RecordFormat;
import io.weir.gateway.mapping.RecordIntake;
import io.weir.gateway.mapping.RecordMapping;
import io.weir.gateway.mapping.RefusedRecords;
import io.weir.gateway.setting.HttpKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.MappingKeys;
import java.util.Optional;

/** An input for JSON records that are posted over HTTP. */
public record JsonHttpSettings(String name, HttpInputSettings http, MappingKeys keys) implements InputSettings {
    private static final int PORT = 8094;

    public static JsonHttpSettings read(InputName name, YamlSection section) {
        return new JsonHttpSettings(
                name.text(),
                HttpKeys.read(name, section, PORT, "JSON records over HTTP"),
                MappingKeys.read(name, section));
    }

    @Override
    public int threads() {
        return http.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        RecordMapping mapping = keys.mapping();
        return HttpInput.open(http, intakes, lines -> {
            RecordIntake records = new RecordIntake(lines, mapping, RecordFormat.JSON);
            return HttpApi.plain((bytes, from, to, source, receivedNanos) -> {
                RefusedRecords refused = records.message(bytes, from, to, source, receivedNanos);
                return refused.count() == 0 ? Optional.empty() : Optional.of(refused.message());
            });
        });
    }
}
