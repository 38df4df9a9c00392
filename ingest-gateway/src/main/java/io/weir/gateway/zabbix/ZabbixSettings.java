package io.weir.gateway.zabbix;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.net.FrameInput;
import io.weir.gateway.net.FrameSettings;
import io.weir.gateway.setting.HttpKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;

/** An input for what Zabbix agents and {@code zabbix_sender} send to a server. */
public record ZabbixSettings(String name, FrameSettings frames, ItemSettings items) implements InputSettings {
    /** The port of a Zabbix server. */
    private static final int PORT = 10_051;

    public static ZabbixSettings read(InputName name, YamlSection section) {
        return new ZabbixSettings(
                name.text(),
                HttpKeys.readFrames(name, section, PORT, "values of Zabbix agents"),
                ItemSettings.read(section));
    }

    @Override
    public int threads() {
        return frames.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        Sessions sessions = new Sessions();
        return FrameInput.open(
                frames, intakes, lines -> new ZabbixIntake(lines, items, frames.maxBodyBytes(), sessions));
    }
}
