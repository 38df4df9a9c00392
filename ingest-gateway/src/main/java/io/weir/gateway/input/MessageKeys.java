package io.weir.gateway.input;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.MessageIntake;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.StampUnit;
import io.weir.gateway.mapping.JsonMapping;
import io.weir.gateway.mapping.RecordMapping;
import java.util.function.Function;

/** The keys of every input whose messages are either line protocol or JSON. */
record MessageKeys(Format format, StampUnit precision, MappingKeys json) {
    private enum Format {
        LINE,
        JSON
    }

    static MessageKeys read(InputName name, YamlSection section) {
        Format format = section.choice("format", Format.class, "line protocol, or JSON records, which need mapping")
                .or(Format.LINE);
        MessageKeys keys = new MessageKeys(format, Precision.read(section), MappingKeys.read(name, section));
        if (format == Format.LINE && section.has("mapping")) {
            section.refuse("mapping", "has no effect on line protocol", "set format: json, or remove it");
        }
        if (format == Format.JSON && section.has("precision")) {
            section.refuse("precision", "has no effect on JSON", "set mapping.precision, or remove it");
        }
        return keys;
    }

    /**
     * Creates what turns messages into lines.
     *
     * @throws io.weir.contract.service.StartException if the format needs a mapping and has none
     */
    Function<LineIntake, MessageIntake> mapping() {
        if (format == Format.LINE) {
            return lines -> (bytes, from, to, source, receivedNanos) ->
                    lines.lines(bytes, from, to, precision, source, receivedNanos, RefusalListener.NONE);
        }
        RecordMapping mapping = json.mapping();
        return lines -> new JsonMapping(lines, mapping)::message;
    }
}
