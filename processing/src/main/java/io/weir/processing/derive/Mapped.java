package io.weir.processing.derive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.metric.Conversion;
import io.weir.processing.batch.IntegerText;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Maps listed values to others. The results are integers if all of them are whole numbers of at
 * most 64 bits, floats if all are numbers, otherwise text.
 */
final class Mapped implements ValueConversion {
    private static final Pattern DIGITS = Pattern.compile("[+-]?[0-9]+");
    private static final int NONE = -1;

    private final Texts texts;
    private final NumberKeys numbers;
    private final byte[][] values;
    private final double[] valueNumbers;
    private final FieldType type;
    private final int otherwise;
    private int found = NONE;

    private Mapped(List<String> from, List<String> to, boolean hasOtherwise) {
        texts = new Texts(from);
        numbers = new NumberKeys(from);
        boolean areNumbers = to.stream().allMatch(NumberKeys::isNumber);
        boolean areWhole = to.stream().allMatch(Mapped::isInteger);
        type = areWhole ? FieldType.INTEGER : areNumbers ? FieldType.FLOAT : FieldType.STRING;
        values = to.stream().map(value -> spelled(value).getBytes(UTF_8)).toArray(byte[][]::new);
        valueNumbers = to.stream()
                .mapToDouble(text -> areNumbers ? NumberKeys.number(text) : 0)
                .toArray();
        otherwise = hasOtherwise ? to.size() - 1 : NONE;
    }

    static Mapped of(Conversion.Mapping mapping) {
        List<String> from = List.copyOf(mapping.map().keySet());
        List<String> to = new ArrayList<>(mapping.map().values());
        mapping.otherwise().ifPresent(to::add);
        return new Mapped(from, to, mapping.otherwise().isPresent());
    }

    @Override
    public Outcome convert(byte[] bytes, int from, int to, FieldType of, double number) {
        found = switch (of) {
            case STRING -> texts.placeOfString(bytes, from + 1, to - 1);
            case BOOLEAN -> texts.placeOfBoolean(bytes[from] == 't' || bytes[from] == 'T');
            case FLOAT -> numbers.placeOf(number);
            case INTEGER, UNSIGNED -> numbers.placeOf(of, IntegerText.parse(bytes, from, to - 1));
        };
        if (found == NONE) {
            found = otherwise;
        }
        return found == NONE ? Outcome.UNMAPPED : Outcome.CONVERTED;
    }

    @Override
    public byte[] value() {
        return values[found];
    }

    @Override
    public int length() {
        return values[found].length;
    }

    @Override
    public FieldType type() {
        return type;
    }

    @Override
    public double number() {
        return valueNumbers[found];
    }

    private String spelled(String value) {
        return switch (type) {
            case INTEGER -> Long.parseLong(value) + "i";
            case FLOAT -> Double.toString(Double.parseDouble(value));
            default -> '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        };
    }

    /** Whether a text is a whole number that fits a signed integer of 64 bits. */
    private static boolean isInteger(String text) {
        return DIGITS.matcher(text).matches() && new BigInteger(text).bitLength() < Long.SIZE;
    }
}
