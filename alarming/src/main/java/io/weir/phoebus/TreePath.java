package io.weir.phoebus;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A place in the tree that Phoebus shows, such as {@code /Accelerator/cpu-high/TPC/flp00017}: below the root, the parts of an alarm's id.
 *
 * <p>Phoebus takes a backslash before a {@code /} for an escape, and several {@code /} for one. So in a part a backslash is written
 * {@code %5C}, and an empty part {@code %00}; no part of an id has such letters, for in ids {@code %} is written {@code %25}
 * ({@link io.weir.contract.alarm.AlarmId}). In Phoebus what has something below it is no alarm itself: where an id is the beginning of
 * others, its alarm is shown below its own place as {@value #SELF}, and a part that is just that is written {@value #SELF_ESCAPED}.
 *
 * @param parts of the id; none for the root
 * @param isSelf is it the alarm with exactly this id, shown below its own place?
 */
record TreePath(List<String> parts, boolean isSelf) {

    private static final String SELF = "(self)";
    private static final String SELF_ESCAPED = "%28self)";
    private static final String EMPTY = "%00";
    private static final String BACKSLASH = "%5C";
    private static final String SEPARATOR = "/";

    TreePath {
        parts = List.copyOf(parts);
    }

    /** The parts of an alarm's id, from the rule's name on. */
    static List<String> parts(String id) {
        return List.of(id.split(SEPARATOR, -1));
    }

    static String root(String configName) {
        return SEPARATOR + configName;
    }

    /** The path of a part below that of its parent. */
    static String below(String parent, String part) {
        return parent + SEPARATOR + name(part);
    }

    /** The path of the alarm whose id is that of this node. */
    static String selfBelow(String node) {
        return node + SEPARATOR + SELF;
    }

    /** What every path below this one begins with. */
    static String prefixBelow(String path) {
        return path + SEPARATOR;
    }

    /** The place that a path means; nothing if it is none of this tree, or not spelt as it is here. */
    static Optional<TreePath> read(String root, String path) {
        if (path.equals(root)) {
            return Optional.of(new TreePath(List.of(), false));
        }
        if (!path.startsWith(root + SEPARATOR)) {
            return Optional.empty();
        }
        List<String> names = parts(path.substring(root.length() + 1));
        boolean isSelf = names.get(names.size() - 1).equals(SELF);
        List<String> parts = (isSelf ? names.subList(0, names.size() - 1) : names)
                .stream().map(TreePath::part).toList();
        TreePath read = new TreePath(parts, isSelf);
        return read.in(root).equals(path) ? Optional.of(read) : Optional.empty();
    }

    /** The alarm's id, or the beginning of one. */
    String id() {
        return String.join(SEPARATOR, parts);
    }

    private String in(String root) {
        return Stream.of(
                        Stream.of(root),
                        parts.stream().map(TreePath::name),
                        isSelf ? Stream.of(SELF) : Stream.<String>of())
                .flatMap(names -> names)
                .collect(Collectors.joining(SEPARATOR));
    }

    private static String name(String part) {
        if (part.isEmpty()) {
            return EMPTY;
        }
        return part.equals(SELF) ? SELF_ESCAPED : part.replace("\\", BACKSLASH);
    }

    private static String part(String name) {
        if (name.equals(EMPTY)) {
            return "";
        }
        return name.equals(SELF_ESCAPED) ? SELF : name.replace(BACKSLASH, "\\");
    }
}
