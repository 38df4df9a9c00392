package io.weir.writer;

import io.weir.contract.rule.match.Glob;
import io.weir.contract.yaml.YamlSection;
import java.util.List;
import java.util.Optional;

/**
 * Where lines of some measurements go in a store, and under which name.
 *
 * @param measurements one of which matches; of the measurement as it is read
 * @param to a database, {@code DATABASE/RETENTION-POLICY} or bucket; the store's own without
 * @param as the name under which they are kept; their own without
 * @param isSkipped whether they are not kept here at all
 */
public record Route(List<Glob> measurements, Optional<String> to, Optional<Naming> as, boolean isSkipped) {

    /** Keeps a copy of the globs. */
    public Route {
        measurements = List.copyOf(measurements);
    }

    static Route read(YamlSection section) {
        List<Glob> measurements = section.oneOrMore(
                        "measurement", Glob::new, globs -> globs, "a glob of measurements, or several")
                .required();
        Optional<String> to = section.text(
                        "to",
                        "DATABASE, DATABASE/RETENTION-POLICY or BUCKET, in the same store; left out: the store's own")
                .optional();
        Optional<Naming> as = section.value(
                        "as",
                        Naming.SAME,
                        Naming::parse,
                        "the measurement to keep them in, of {measurement} and tags: {measurement}.{hostname}")
                .optional();
        boolean isSkipped = section.flag("skip", "do not keep them here").or(false);
        if (isSkipped && (to.isPresent() || as.isPresent())) {
            section.refuse("skip", "contradicts 'to' and 'as'", "leave either out");
        }
        return new Route(measurements, to, as, isSkipped);
    }

    boolean matches(String measurement) {
        return measurements.stream().anyMatch(glob -> glob.matches(measurement));
    }
}
