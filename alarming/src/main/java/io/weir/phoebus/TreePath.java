package io.weir.phoebus;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A place in the tree that Phoebus shows, such as {@code /Accelerator/cpu-high/TPC/flp00017}: the
 * root, followed by the parts of an alarm's id.
 *
 * <p>Phoebus treats a backslash before a {@code /} as an escape, and several {@code /} as one. So a
 * backslash in a part becomes {@code %5C}, and an empty part becomes {@code %00}. No part of an id
 * contains these: ids write {@code %} as {@code %25} ({@link io.weir.contract.alarm.AlarmId}). In
 * Phoebus an item with items below it is not an alarm. If an id is the prefix of others, its alarm
 * is therefore shown below its own place as {@value #SELF}. A part with that name becomes
 * {@value #SELF_ESCAPED}.
 *
 * @param parts the parts of the id; empty for the root
 * @param isSelf whether it is the alarm with exactly this id, shown below its own place
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

    /** Returns the parts of an alarm's id, the rule's name first. */
    static List<String> parts(String id) {
        return List.of(id.split(SEPARATOR, -1));
    }

    static String root(String configName) {
        return SEPARATOR + configName;
    }

    /** Returns the path of a part below its parent. */
    static String below(String parent, String part) {
        return parent + SEPARATOR + name(part);
    }

    /** Returns the path of the alarm whose id is that of this node. */
    static String selfBelow(String node) {
        return node + SEPARATOR + SELF;
    }

    /** Returns the prefix of every path below this one. */
    static String prefixBelow(String path) {
        return path + SEPARATOR;
    }

    /** Parses a path; empty if it is not in this tree or not spelled as here. */
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

    /** Returns the alarm's id, or a prefix of ids. */
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
