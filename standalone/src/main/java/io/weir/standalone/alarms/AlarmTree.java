package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.Severity;
import java.io.PrintWriter;
import java.util.List;
import java.util.TreeMap;

/**
 * Alarms as the tree of their ids. The severity of a node is the worst of all alarms at or below it
 * that are not hidden.
 */
record AlarmTree(TreeMap<String, Node> children) {
    /**
     * A node of the tree.
     *
     * @param severity the worst of the alarms at or below it that are not hidden
     * @param unacknowledged how many alarms at or below it wait for an acknowledgement
     * @param alarms how many are at or below it
     */
    record Node(Severity severity, int unacknowledged, int alarms, AlarmTree below) {
        private static Node empty() {
            return new Node(Severity.OK, 0, 0, new AlarmTree(new TreeMap<>()));
        }

        private Node with(AlarmEvent alarm) {
            return new Node(
                    alarm.to().isHidden() ? severity : Severity.worse(severity, alarm.severity()),
                    unacknowledged + (alarm.to().isUnacknowledged() ? 1 : 0),
                    alarms + 1,
                    below);
        }
    }

    static AlarmTree of(List<AlarmEvent> alarms) {
        AlarmTree root = new AlarmTree(new TreeMap<>());
        for (AlarmEvent alarm : alarms) {
            AlarmTree parent = root;
            for (String part : alarm.id().split("/")) {
                Node node = parent.children.getOrDefault(part, Node.empty()).with(alarm);
                parent.children.put(part, node);
                parent = node.below;
            }
        }
        return root;
    }

    /** One line for each node, children below their parent. */
    void print(PrintWriter to) {
        if (children.isEmpty()) {
            to.println("no alarms");
            return;
        }
        to.println("SEVERITY  UNACK  ALARMS  NODE");
        print("", to);
    }

    private void print(String indent, PrintWriter to) {
        children.forEach((name, node) -> {
            to.printf(
                    "%s  %5d  %6d  %s%n",
                    AlarmLine.severity(node.severity, 8),
                    node.unacknowledged,
                    node.alarms,
                    indent + AlarmLine.text(name));
            node.below.print(indent + "  ", to);
        });
    }
}
