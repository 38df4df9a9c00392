package io.weir.gateway.tail;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.consume.BrokerInput;
import io.weir.gateway.consume.MessageMapping;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.MessageIntake;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.MessageKeys;
import io.weir.gateway.tail.TailSettings.Start;
import java.util.List;
import java.util.function.Function;

/** An input for lines of growing files. */
public record TailInputSettings(InputName input, TailSettings tail, MessageKeys messages) implements InputSettings {

    public static TailInputSettings read(InputName name, YamlSection section) {
        TailSettings tail = new TailSettings(
                name.text(),
                section.values("files", PathPattern::checked, "paths of files; *, ? and [a-z] match in each part")
                        .or(List.of()),
                section.choice("start", Start.class, "where files are read from that exist at the first start")
                        .or(Start.END),
                section.integer("line-bytes", 64, 16 << 20, "a longer line is rejected")
                        .or(64 << 10));
        return new TailInputSettings(name, tail, MessageKeys.readLines(name, section));
    }

    @Override
    public String name() {
        return input.text();
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public Input open(Intakes intakes) {
        String missing = tail.files().isEmpty() ? "input " + name() + " has no files; set " + input.key("files") : "";
        Function<LineIntake, MessageIntake> mapping = messages.messages(missing);
        return BrokerInput.open(
                new TailFiles(tail, intakes),
                new BrokerInput.Settings(name(), 1, tail.maxBytes(), false, false),
                intakes,
                lines -> MessageMapping.ofBodies(mapping.apply(lines)));
    }
}
