package io.weir.dashboard.signin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The permissions of the provider's groups.
 *
 * @param view groups whose members may view everything
 * @param operate groups whose members may also send commands to alarms, with the parts of the tree
 */
record Grants(Set<String> view, Map<String, List<Subtree>> operate) {

    /** Copies the collections. */
    Grants {
        view = Set.copyOf(view);
        operate = Map.copyOf(operate);
    }

    /** The groups that grant something, sorted. */
    List<String> granting(Collection<String> groups) {
        return groups.stream()
                .filter(group -> view.contains(group) || operate.containsKey(group))
                .distinct()
                .sorted()
                .toList();
    }

    /** Whether a member of these groups may view. */
    boolean mayView(Collection<String> groups) {
        return !granting(groups).isEmpty();
    }

    /** Whether a member of these groups may send commands to any alarm. */
    boolean mayOperate(Collection<String> groups) {
        return groups.stream().anyMatch(group -> operate.containsKey(group));
    }

    /** Whether a member of these groups may send commands to the alarm with this id. */
    boolean mayCommand(Collection<String> groups, String alarm) {
        List<Subtree> parts = new ArrayList<>();
        groups.forEach(group -> parts.addAll(operate.getOrDefault(group, List.of())));
        return parts.stream().anyMatch(part -> part.contains(alarm));
    }
}
