package io.weir.standalone;

import io.weir.contract.config.YamlSection;
import io.weir.contract.service.Service;
import java.util.Locale;
import java.util.function.Function;

/**
 * Describes a service to the {@code weir} command: how to read its settings and create it.
 *
 * @param name of the subcommand, of its section in the settings of {@code up}, and of its variables
 * @param metersPort the port of its meters and health when it runs alone
 * @param about one line for the help
 * @param settings reads its section and returns a factory, to be called when all settings are known
 * to be valid
 */
record ServiceKind(
        String name, int metersPort, String about, Function<YamlSection, Function<ServiceContext, Service>> settings) {

    /** The prefix of the variables that override its settings, such as {@code WEIR_GATEWAY}. */
    String variables() {
        return "WEIR_" + name.toUpperCase(Locale.ROOT);
    }
}
