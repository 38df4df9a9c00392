package io.weir.contract.rule;

/**
 * A level of values that change too often: raised by so many changes within so long, cleared by a value that finds fewer.
 */
public record Flapping(Recurrence changes) implements Level {

    @Override
    public boolean isMetByOne() {
        return false;
    }
}
