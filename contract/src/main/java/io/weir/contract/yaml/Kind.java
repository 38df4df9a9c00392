package io.weir.contract.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How one kind of value is read from a document.
 *
 * @param name completes "must be …"
 * @param shape the same for programs
 * @param standIn returned for a required value that is missing or mistaken, so that reading goes on to further mistakes;
 *     nobody works with it, because the reading ends in a {@link MistakesException}
 * @param inVariables how a variable of the environment writes it
 */
record Kind<T>(String name, Shape shape, T standIn, VariableForm inVariables, NodeReader<T> reader) {
    /** Characters of a value: to read a number takes time by the square of its digits. */
    private static final int LONGEST = 1 << 16;

    /** Empty after a mistake, which is then in the list. */
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

    /** As {@link #scalar}, of any length. */
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

    /** A list of scalars; every mistaken item is reported. */
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

    /** A text with a meaning of its own, or a list of them that is not empty. */
    static <E, T> Kind<T> oneOrMore(Function<String, E> parse, Function<List<E>, T> as) {
        String name = "a text or a list of texts";
        return oneOrMore(name, new Shape.Text(), scalarReader(name, parse), as);
    }

    /**
     * A scalar of this kind, or a list of them that is not empty.
     *
     * @param several what several of them are called
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
