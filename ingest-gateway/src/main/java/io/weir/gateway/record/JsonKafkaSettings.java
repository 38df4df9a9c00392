package io.weir.gateway.record;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.kafka.TopicInput;
import io.weir.gateway.mapping.RecordFormat;
import io.weir.gateway.mapping.RecordIntake;
import io.weir.gateway.mapping.RecordMapping;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.MappingKeys;
import io.weir.gateway.setting.TopicKeys;

/** An input for JSON records in Kafka topics of other producers. */
public record JsonKafkaSettings(TopicKeys from, MappingKeys keys) implements InputSettings {

    public static JsonKafkaSettings read(InputName name, YamlSection section) {
        return new JsonKafkaSettings(TopicKeys.read(name, section), MappingKeys.read(name, section));
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
        RecordMapping mapping = keys.mapping();
        return TopicInput.open(
                from.source(intakes.kafka()),
                intakes,
                lines -> new RecordIntake(lines, mapping, RecordFormat.JSON)::message);
    }
}
