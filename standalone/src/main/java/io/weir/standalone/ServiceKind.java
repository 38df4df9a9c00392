package io.weir.standalone;

import io.weir.contract.service.Service;
import io.weir.contract.yaml.YamlSection;
import java.util.Locale;
import java.util.function.Function;

/**
 * A service as the command knows it: how its settings are read and how it is made of them.
 *
 * @param name of the subcommand, of its section in the settings of {@code up}, and of its variables
 * @param metersPort where it serves meters and health when it runs alone
 * @param about one line for the help
 * @param settings reads its section; gives what makes the service once all settings are known to be right
 */
record ServiceKind(
        String name, int metersPort, String about, Function<YamlSection, Function<Surroundings, Service>> settings) {

    /** The beginning of the variables that override its settings, such as {@code WEIR_GATEWAY}. */
    String variables() {
        return "WEIR_" + name.toUpperCase(Locale.ROOT);
    }
}
