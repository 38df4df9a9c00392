package io.weir.gateway.message;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.http.HttpApi;
import io.weir.gateway.http.HttpInput;
import io.weir.gateway.http.HttpInputSettings;
import io.weir.gateway.intake.AnsweredMapping;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.RefusedRecords;
import io.weir.gateway.setting.HttpKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.MessageKeys;
import java.util.Optional;
import java.util.function.Function;

/** An input for line protocol as clients of InfluxDB 1.x and 2.x send it, or for records that are posted. */
public record HttpMessageSettings(String name, HttpInputSettings http, MessageKeys messages) implements InputSettings {
    private static final int PORT = 8186;

    public static HttpMessageSettings read(InputName name, YamlSection section) {
        MessageKeys messages = MessageKeys.readRequests(name, section);
        return new HttpMessageSettings(
                name.text(), HttpKeys.read(name, section, PORT, messages.wants() + " over HTTP"), messages);
    }

    @Override
    public int threads() {
        return http.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        if (messages.areLines()) {
            return HttpInput.open(http, intakes);
        }
        Function<LineIntake, AnsweredMapping> answered = messages.answered();
        return HttpInput.open(http, intakes, lines -> {
            AnsweredMapping mapping = answered.apply(lines);
            return HttpApi.plain((bytes, from, to, source, receivedNanos) -> {
                RefusedRecords refused = mapping.message(bytes, from, to, source, receivedNanos);
                return refused.count() == 0 ? Optional.empty() : Optional.of(refused.message());
            });
        });
    }
}
