package io.weir.gateway.aliecs;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.TopicKeys;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An input for events of AliECS in its Kafka topics. */
public record AliEcsSettings(TopicKeys from, Optional<StateSettings> state) implements InputSettings {
    private static final StateSettings PHYSICS = new StateSettings(Set.of("PHYSICS"), "");

    public static AliEcsSettings read(InputName name, YamlSection section) {
        return new AliEcsSettings(
                TopicKeys.read(name, section),
                section.nested(
                                "state",
                                PHYSICS,
                                AliEcsSettings::readState,
                                "sets the state of the farm to that of the run that began last; {} for the defaults")
                        .optional());
    }

    private static StateSettings readState(YamlSection state) {
        List<String> types = state.texts("run-types", "types of runs, such as PHYSICS; others do not count")
                .or(List.copyOf(PHYSICS.runTypes()));
        if (types.isEmpty()) {
            state.refuse("run-types", "is empty, so no run would count", "name a type, or remove it");
        }
        String prefix = state.value("prefix", "", AliEcsSettings::prefix, "before the names that are set")
                .or("");
        return new StateSettings(Set.copyOf(types), prefix);
    }

    private static String prefix(String text) {
        for (String name : StateSettings.names()) {
            FarmState.mistakeOfName(text + name).ifPresent(mistake -> {
                throw new Refusal(
                        "makes the name " + Refusal.quote(text + name) + ", but names " + mistake, "such as cosmics_");
            });
        }
        return text;
    }

    @Override
    public String name() {
        return from.input().text();
    }

    @Override
    public int threads() {
        return state.isPresent() ? 2 : 1;
    }

    @Override
    public Input open(Intakes intakes) {
        return AliEcsInput.open(from.source(intakes.kafka()), state, intakes);
    }
}
