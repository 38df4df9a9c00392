package io.weir.gateway.message;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.kafka.TopicInput;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.MessageKeys;
import io.weir.gateway.setting.TopicKeys;

/** An input for messages in Kafka topics of other producers. */
public record KafkaMessageSettings(TopicKeys from, MessageKeys messages) implements InputSettings {

    public static KafkaMessageSettings read(InputName name, YamlSection section) {
        return new KafkaMessageSettings(TopicKeys.read(name, section), MessageKeys.read(name, section));
    }

    @Override
    public String name() {
        return from.input().text();
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public Input open(Intakes intakes) {
        return TopicInput.open(from.source(intakes.kafka()), intakes, messages.messages(""));
    }
}
