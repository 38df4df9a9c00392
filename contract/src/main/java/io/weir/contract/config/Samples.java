package io.weir.contract.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The minimal content that makes a reader ask for all nested keys. */
final class Samples {
    private static final YamlNode SECTION = new YamlNode.Mapping(0, Map.of());

    private Samples() {}

    /** Empty if there are no nested keys. */
    static Optional<YamlNode> of(Shape shape) {
        if (shape instanceof Shape.Section) {
            return Optional.of(SECTION);
        }
        if (shape instanceof Shape.Sections) {
            return Optional.of(new YamlNode.Sequence(0, List.of(SECTION)));
        }
        if (shape instanceof Shape.Named) {
            return Optional.of(new YamlNode.Mapping(0, Map.of("*", new YamlNode.Entry(0, SECTION))));
        }
        if (shape instanceof Shape.AnyOf any) {
            return any.shapes().stream().flatMap(each -> of(each).stream()).findFirst();
        }
        return Optional.empty();
    }
}
