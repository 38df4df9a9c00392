package io.weir.alarming.condition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.rule.alarm.States;

/** Compares values with words: texts literally, numbers by value, true and false by name. */
final class StateTrigger implements Trigger {

    private final boolean isNot;
    private final byte[][] texts;
    private final Reading[] numbers;
    private final boolean hasTrue;
    private final boolean hasFalse;

    StateTrigger(States states) {
        isNot = states.isNot();
        texts = states.words().stream().map(word -> word.getBytes(UTF_8)).toArray(byte[][]::new);
        numbers = states.words().stream()
                .flatMap(word -> States.number(word).stream())
                .map(Reading::of)
                .toArray(Reading[]::new);
        hasTrue = states.words().contains("true");
        hasFalse = states.words().contains("false");
    }

    @Override
    public int value(long timestamp, Reading value, boolean isRaised, long newest) {
        return isStillMovedBy(value, isRaised) ? MOVES : NOTHING;
    }

    @Override
    public boolean isStillMovedBy(Reading value, boolean isRaised) {
        boolean raises = isOneOf(value) != isNot;
        return raises != isRaised;
    }

    private boolean isOneOf(Reading value) {
        if (value.isNumber()) {
            for (Reading number : numbers) {
                if (number.isSame(value)) {
                    return true;
                }
            }
            return false;
        }
        for (byte[] text : texts) {
            if (value.isText(text)) {
                return true;
            }
        }
        return (hasTrue && value.isTruth(true)) || (hasFalse && value.isTruth(false));
    }

    @Override
    public byte kind() {
        return 0;
    }
}
