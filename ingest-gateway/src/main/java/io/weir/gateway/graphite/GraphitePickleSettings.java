package io.weir.gateway.graphite;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.net.FrameInput;
import io.weir.gateway.net.FrameSettings;
import io.weir.gateway.path.Templates;
import io.weir.gateway.setting.HttpKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;

/** An input for Graphite's pickle protocol over TCP. */
public record GraphitePickleSettings(String name, FrameSettings frames, Templates templates) implements InputSettings {
    /** The port of carbon. */
    private static final int PORT = 2004;

    public static GraphitePickleSettings read(InputName name, YamlSection section) {
        return new GraphitePickleSettings(
                name.text(),
                HttpKeys.readFrames(name, section, PORT, "Graphite's pickle protocol"),
                Templates.read(section));
    }

    @Override
    public int threads() {
        return frames.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return FrameInput.open(frames, intakes, lines -> new PickleIntake(lines, templates));
    }
}
