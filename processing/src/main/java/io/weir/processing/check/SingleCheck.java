package io.weir.processing.check;

import io.weir.contract.line.LineReader;

/** Checks single values. */
final class SingleCheck implements TypeCheck {
    private final ScalarCheck of;
    private int errorAt;

    SingleCheck(ScalarCheck of) {
        this.of = of;
    }

    @Override
    public TypeError check(LineReader line, int field) {
        errorAt = line.valueStart(field);
        return of.value(line, field);
    }

    @Override
    public TypeError checkSum(double sum) {
        return of instanceof ScalarCheck.Real real ? real.fits(sum) : TypeError.NONE;
    }

    @Override
    public int errorAt() {
        return errorAt;
    }
}
