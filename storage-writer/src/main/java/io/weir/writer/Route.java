package io.weir.writer;

import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Glob;
import java.util.List;
import java.util.Optional;

/**
 * Destination and name of lines of some measurements in a store.
 *
 * @param measurements patterns of the original measurement, one of which must match
 * @param to a database, {@code DATABASE/RETENTION-POLICY} or bucket; empty for the store's own
 * @param as the stored name; empty for the original one
 * @param isSkipped whether the lines are not stored here at all
 */
public record Route(List<Glob> measurements, Optional<String> to, Optional<MeasurementTemplate> as, boolean isSkipped) {

    /** Copies the list. */
    public Route {
        measurements = List.copyOf(measurements);
    }

    static Route read(YamlSection section) {
        List<Glob> measurements = section.oneOrMore(
                        "measurement", Glob::new, globs -> globs, "one or more globs of measurements")
                .required();
        Optional<String> to = section.text(
                        "to",
                        "DATABASE, DATABASE/RETENTION-POLICY or BUCKET in the same store; default: the store's own")
                .optional();
        Optional<MeasurementTemplate> as = section.value(
                        "as",
                        MeasurementTemplate.SAME,
                        MeasurementTemplate::parse,
                        "template of the stored measurement, such as {measurement}.{hostname}")
                .optional();
        boolean isSkipped =
                section.flag("skip", "whether the lines are not stored here").or(false);
        if (isSkipped && (to.isPresent() || as.isPresent())) {
            section.refuse("skip", "contradicts 'to' and 'as'", "remove 'skip', or both others");
        }
        return new Route(measurements, to, as, isSkipped);
    }

    boolean matches(String measurement) {
        return measurements.stream().anyMatch(glob -> glob.matches(measurement));
    }
}
