package io.weir.standalone.replay;

import io.weir.gateway.intake.StampUnit;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;

/** A unit of timestamps, as settings spell it too. */
final class UnitName implements ITypeConverter<StampUnit> {
    @Override
    public StampUnit convert(String name) {
        return StampUnit.valueOf(name.toUpperCase(Locale.ROOT));
    }
}
