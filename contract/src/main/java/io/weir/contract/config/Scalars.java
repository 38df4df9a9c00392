package io.weir.contract.config;

import io.weir.contract.line.Decimals;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The built-in kinds of single values, and their display in messages and documentation. */
final class Scalars {
    static final Kind<String> TEXT = Kind.scalar("a text", new Shape.Text(), "", text -> text);

    static final Kind<Boolean> FLAG = Kind.scalar("true or false", new Shape.Flag(), false, Scalars::flag);

    private static final Pattern DIGITS = Pattern.compile("[+-]?[0-9]+");

    private Scalars() {}

    static Kind<Long> integer(long min, long max) {
        String name = "a whole number from " + min + " to " + max;
        return Kind.scalar(name, new Shape.Whole(min, max), min, text -> {
            try {
                long value = Long.parseLong(text.replace("_", ""));
                if (value >= min && value <= max) {
                    return value;
                }
            } catch (NumberFormatException notANumber) {
                // The message below is clearer.
            }
            throw refusal(name, text, "");
        });
    }

    static Kind<Double> number(double min, double max) {
        boolean any = min == -Double.MAX_VALUE && max == Double.MAX_VALUE;
        String name = any ? "a number" : "a number from " + show(min) + " to " + show(max);
        return Kind.scalar(name, new Shape.Decimal(min, max), 0.0, text -> {
            try {
                double value = Double.parseDouble(text);
                // Java accepts "1d" and "NaN" as numbers; users do not expect that.
                if (value >= min && value <= max && !Character.isLetter(text.charAt(text.length() - 1))) {
                    requireExact(text, value);
                    return value;
                }
            } catch (NumberFormatException notANumber) {
                // The message below is clearer.
            }
            throw refusal(name, text, "");
        });
    }

    /** Refuses a number written with all its digits that a double cannot represent exactly. */
    private static void requireExact(String text, double value) {
        if (DIGITS.matcher(text).matches()) {
            BigInteger nearest = new BigDecimal(value).toBigInteger();
            if (!nearest.equals(new BigInteger(text))) {
                throw new Refusal(
                        "has more digits than a double can keep, was " + Refusal.quote(text),
                        "the nearest number is " + nearest);
            }
        }
    }

    static Kind<Duration> duration(Duration least) {
        String name = least.isZero() ? "a duration" : "a duration of at least " + Durations.format(least);
        return Kind.scalar(name, new Shape.Span(), least, text -> {
            Duration value = Durations.parse(text);
            if (value.compareTo(least) < 0) {
                throw refusal(name, text, "");
            }
            return value;
        });
    }

    static <E extends Enum<E>> Kind<E> choice(Class<E> type) {
        return choice(Arrays.asList(type.getEnumConstants()));
    }

    static <E extends Enum<E>> Kind<E> choice(List<E> constants) {
        List<String> names = constants.stream().map(Scalars::show).toList();
        String name = "one of " + String.join(", ", names);
        return Kind.scalar(name, new Shape.Choice(names), constants.get(0), text -> {
            int index = names.indexOf(text);
            if (index < 0) {
                String meant = Nearest.suggestion(text, names);
                throw refusal(name, text, meant.startsWith("did") ? meant : "");
            }
            return constants.get(index);
        });
    }

    /**
     * Formats a value as a user would write it: {@code 5m}, {@code off-peak}, {@code [mean, max]},
     * {@code 80}.
     */
    static String show(Object value) {
        if (value instanceof Duration duration) {
            return Durations.format(duration);
        }
        if (value instanceof Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Scalars::show).collect(Collectors.joining(", ", "[", "]"));
        }
        return value instanceof Double number ? Decimals.plain(number) : value.toString();
    }

    private static boolean flag(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            case "yes", "on", "True", "TRUE", "1" -> throw refusal("true or false", text, "did you mean true?");
            case "no", "off", "False", "FALSE", "0" -> throw refusal("true or false", text, "did you mean false?");
            default -> throw refusal("true or false", text, "");
        };
    }

    private static Refusal refusal(String name, String text, String meant) {
        return new Refusal("must be " + name + ", was " + Refusal.quote(text), meant);
    }
}
