package io.weir.gateway.input;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;

/**
 * A kind of input in a jar of its own. The jar names the class in
 * {@code META-INF/services/io.weir.gateway.input.InputPlugin}; the class is public and has a public
 * constructor without parameters. docs/inputs/own.md has a complete example.
 */
public interface InputPlugin {
    /**
     * Name of the kind, which an item of {@code inputs} gives as its {@code kind}: small letters,
     * digits and dashes.
     */
    String kind();

    /**
     * Reads the keys of one input. Reads every key that exists, also after a mistake: the section
     * collects the mistakes, so that an operator sees all of them in one start.
     */
    InputSettings read(InputName name, YamlSection section);
}
