package io.weir.contract.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads one kind of value from a document.
 *
 * @param name completes "must be …"
 * @param shape the same for programs
 * @param standIn returned for a required value that is missing or invalid, so that reading
 *     continues to further mistakes; it is never used, because the reading ends in a
 *     {@link MistakesException}
 * @param inVariables the form of its environment variables
 */
record Kind<T>(String name, Shape shape, T standIn, VariableForm inVariables, NodeReader<T> reader) {
    /**
     * The maximum length of a value in characters: the time to parse a number grows with the square
     * of its digits.
     */
    private static final int LONGEST = 1 << 16;

    /** Returns empty after a mistake, which is then in the list. */
    interface NodeReader<T> {
        Optional<T> read(YamlNode node, Place place, Mistakes mistakes);
    }

    Optional<T> read(YamlNode node, Place place, Mistakes mistakes) {
        return reader.read(node, place, mistakes);
    }

    <U> Kind<U> map(Function<T, U> as) {
        return new Kind<>(
                name, shape, as.apply(standIn), inVariables, (node, place, mistakes) -> read(node, place, mistakes)
                        .map(as));
    }

    /** @param parse throws {@link Refusal} */
    static <T> Kind<T> scalar(String name, Shape shape, T standIn, Function<String, T> parse) {
        return new Kind<>(name, shape, standIn, VariableForm.TEXT, scalarReader(name, parse));
    }

    /** Like {@link #scalar}, of any length. */
    static <T> Kind<T> longScalar(String name, Shape shape, T standIn, Function<String, T> parse) {
        return new Kind<>(name, shape, standIn, VariableForm.TEXT, scalarReader(name, parse, Integer.MAX_VALUE));
    }

    static <T> NodeReader<T> scalarReader(String name, Function<String, T> parse) {
        return scalarReader(name, parse, LONGEST);
    }

    private static <T> NodeReader<T> scalarReader(String name, Function<String, T> parse, int longest) {
        return (node, place, mistakes) -> {
            if (!(node instanceof YamlNode.Scalar scalar)) {
                mistakes.add(place.mistake("must be " + name + ", was " + node.shown(), ""));
                return Optional.empty();
            }
            if (scalar.isAbsent()) {
                mistakes.add(place.mistake("must be " + name + ", was empty", "write a value or leave the key out"));
                return Optional.empty();
            }
            if (scalar.text().length() > longest) {
                mistakes.add(
                        place.mistake("has " + scalar.text().length() + " characters", "write at most " + longest));
                return Optional.empty();
            }
            try {
                return Optional.of(parse.apply(scalar.text()));
            } catch (Refusal refusal) {
                mistakes.add(place.mistake(refusal));
                return Optional.empty();
            }
        };
    }

    /** A list of scalars; reports every invalid item. */
    static <T> Kind<List<T>> list(String name, Shape shape, NodeReader<T> each) {
        return new Kind<>(
                name,
                new Shape.ListOf(shape, 0),
                List.of(),
                VariableForm.SEPARATED_BY_COMMAS,
                (node, place, mistakes) -> {
                    if (!(node instanceof YamlNode.Sequence sequence)) {
                        mistakes.add(place.mistake("must be a list, was " + node.shown(), listMeant(node)));
                        return Optional.empty();
                    }
                    int before = mistakes.size();
                    List<T> items = new ArrayList<>();
                    for (int i = 0; i < sequence.items().size(); i++) {
                        YamlNode item = sequence.items().get(i);
                        each.read(item, place.item(i, item.line()), mistakes).ifPresent(items::add);
                    }
                    return mistakes.size() == before ? Optional.of(List.copyOf(items)) : Optional.empty();
                });
    }

    /** A parsed text, or a non-empty list of them. */
    static <E, T> Kind<T> oneOrMore(Function<String, E> parse, Function<List<E>, T> as) {
        String name = "a text or a list of texts";
        return oneOrMore(name, new Shape.Text(), scalarReader(name, parse), as);
    }

    /**
     * A scalar of this kind, or a non-empty list of them.
     *
     * @param several the plural name
     */
    static <E> Kind<List<E>> oneOrMore(Kind<E> each, String several) {
        return oneOrMore(each.name + " or a list of " + several, each.shape, each.reader, items -> items);
    }

    private static <E, T> Kind<T> oneOrMore(String name, Shape one, NodeReader<E> each, Function<List<E>, T> as) {
        Kind<List<E>> list = list(name, one, each);
        Shape shape = new Shape.AnyOf(List.of(one, new Shape.ListOf(one, 1)));
        return new Kind<>(
                name, shape, as.apply(List.of()), VariableForm.SEPARATED_BY_COMMAS, (node, place, mistakes) -> {
                    Optional<List<E>> items = node instanceof YamlNode.Sequence
                            ? list.read(node, place, mistakes)
                            : each.read(node, place, mistakes).map(List::of);
                    try {
                        if (items.filter(List::isEmpty).isPresent()) {
                            throw new Refusal("must name at least one", "");
                        }
                        return items.map(as);
                    } catch (Refusal refusal) {
                        mistakes.add(place.mistake(refusal));
                        return Optional.empty();
                    }
                });
    }

    private static String listMeant(YamlNode node) {
        return node instanceof YamlNode.Scalar scalar && !scalar.isAbsent()
                ? "did you mean [" + scalar.text() + "]?"
                : "an empty list is []";
    }
}
