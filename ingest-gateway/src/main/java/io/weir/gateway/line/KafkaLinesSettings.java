package io.weir.gateway.line;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.StampUnit;
import io.weir.gateway.kafka.TopicInput;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.Precision;
import io.weir.gateway.setting.TopicKeys;

/** An input for line protocol in Kafka topics of other producers. */
public record KafkaLinesSettings(TopicKeys from, StampUnit precision) implements InputSettings {

    public static KafkaLinesSettings read(InputName name, YamlSection section) {
        return new KafkaLinesSettings(TopicKeys.read(name, section), Precision.read(section));
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
        return TopicInput.open(
                from.source(intakes.kafka()),
                intakes,
                lines -> (bytes, from, to, source, receivedNanos) ->
                        lines.lines(bytes, from, to, precision, source, receivedNanos, RefusalListener.NONE));
    }
}
