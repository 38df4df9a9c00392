package io.weir.gateway.sparkplug;

import org.jspecify.annotations.Nullable;

/**
 * The topic of a message.
 *
 * @param device empty for a message about the node itself
 */
record SparkplugTopic(String group, Kind kind, String node, String device) {
    static final String NAMESPACE = "spBv1.0";

    private static final int LEVELS_OF_NODE = 4;

    /** The types of messages. */
    enum Kind {
        BIRTH,
        DATA,
        DEATH
    }

    /** Null if it is not a topic that the input subscribes to. */
    static @Nullable SparkplugTopic of(String text) {
        String[] levels = text.split("/", -1);
        boolean isOfNode = levels.length == LEVELS_OF_NODE;
        if (!levels[0].equals(NAMESPACE) || (!isOfNode && levels.length != LEVELS_OF_NODE + 1)) {
            return null;
        }
        Kind kind =
                switch (levels[2]) {
                    case "NBIRTH" -> isOfNode ? Kind.BIRTH : null;
                    case "NDATA" -> isOfNode ? Kind.DATA : null;
                    case "NDEATH" -> isOfNode ? Kind.DEATH : null;
                    case "DBIRTH" -> isOfNode ? null : Kind.BIRTH;
                    case "DDATA" -> isOfNode ? null : Kind.DATA;
                    case "DDEATH" -> isOfNode ? null : Kind.DEATH;
                    default -> null;
                };
        String device = isOfNode ? "" : levels[LEVELS_OF_NODE];
        return kind == null || device.isEmpty() != isOfNode
                ? null
                : new SparkplugTopic(levels[1], kind, levels[3], device);
    }

    boolean isOfNode() {
        return device.isEmpty();
    }

    /** The node, which has no slash in its name. */
    String nodeKey() {
        return group + '/' + node;
    }

    /** The topic of commands to the node. */
    String commands() {
        return NAMESPACE + '/' + group + "/NCMD/" + node;
    }
}
