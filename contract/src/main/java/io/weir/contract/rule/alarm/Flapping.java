package io.weir.contract.rule.alarm;

/**
 * A level of values that change too often: raised by a number of changes within a time, cleared by
 * a value that finds fewer.
 */
public record Flapping(Recurrence changes) implements Level {

    @Override
    public boolean isMetByOne() {
        return false;
    }
}
