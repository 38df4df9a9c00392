package io.weir.gateway.setting;

import io.weir.contract.config.YamlSection;
import io.weir.contract.service.StartException;
import io.weir.gateway.mapping.RecordMapping;
import java.util.Optional;

/** The key of every input for records: an input that is disabled needs no mapping. */
public record MappingKeys(InputName input, Optional<RecordMapping> read) {

    public static MappingKeys read(InputName input, YamlSection section) {
        return new MappingKeys(input, RecordMapping.in(section));
    }

    /** The mapping of an input that is opened. */
    public RecordMapping mapping() {
        return read.orElseThrow(() -> new StartException("input " + input.text() + " has no mapping; set "
                + input.text() + ".mapping with the measurement, such as mapping: {measurement: jobs}"));
    }
}
