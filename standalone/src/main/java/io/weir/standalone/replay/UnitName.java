package io.weir.standalone.replay;

import io.weir.gateway.intake.stamp.StampUnit;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;

/** Parses a unit of timestamps, in the same spelling as settings. */
final class UnitName implements ITypeConverter<StampUnit> {
    @Override
    public StampUnit convert(String name) {
        return StampUnit.valueOf(name.toUpperCase(Locale.ROOT));
    }
}
