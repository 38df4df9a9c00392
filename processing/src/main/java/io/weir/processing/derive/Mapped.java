package io.weir.processing.derive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.metric.Conversion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Maps listed values to others. The results are integers if all of them are whole numbers, floats
 * if all are numbers, otherwise text.
 */
final class Mapped implements ValueConversion {
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,18}");
    private static final Pattern NUMBER = Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
    private static final int NONE = -1;

    private final Texts texts;
    private final double[] numbers;
    private final int[] placesOfNumbers;
    private final byte[][] values;
    private final double[] valueNumbers;
    private final FieldType type;
    private final int otherwise;
    private int found = NONE;

    private Mapped(List<String> from, List<String> to, boolean hasOtherwise) {
        texts = new Texts(from);
        int[] numeric = placesOfNumbers(from);
        placesOfNumbers = numeric;
        numbers = Arrays.stream(numeric)
                .mapToDouble(place -> number(from.get(place)))
                .toArray();
        boolean areNumbers = to.stream().allMatch(Mapped::isNumber);
        boolean areWhole = to.stream().allMatch(text -> WHOLE.matcher(text).matches());
        type = areWhole ? FieldType.INTEGER : areNumbers ? FieldType.FLOAT : FieldType.STRING;
        values = to.stream().map(value -> spelled(value).getBytes(UTF_8)).toArray(byte[][]::new);
        valueNumbers =
                to.stream().mapToDouble(text -> areNumbers ? number(text) : 0).toArray();
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
            default -> placeOfNumber(number);
        };
        if (found == NONE) {
            found = otherwise;
        }
        return found == NONE ? Outcome.UNMAPPED : Outcome.CONVERTED;
    }

    private int placeOfNumber(double number) {
        int at = Arrays.binarySearch(numbers, number == 0 ? 0.0 : number);
        return at < 0 ? NONE : placesOfNumbers[at];
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

    /** Indexes of the texts that are numbers, in numeric order. */
    private static int[] placesOfNumbers(List<String> texts) {
        List<Integer> places = new ArrayList<>();
        for (int place = 0; place < texts.size(); place++) {
            if (isNumber(texts.get(place))) {
                places.add(place);
            }
        }
        places.sort((a, b) -> Double.compare(number(texts.get(a)), number(texts.get(b))));
        return places.stream().mapToInt(Integer::intValue).toArray();
    }

    private static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches() && Double.isFinite(Double.parseDouble(text));
    }

    private static double number(String text) {
        double number = Double.parseDouble(text);
        return number == 0 ? 0.0 : number;
    }
}
