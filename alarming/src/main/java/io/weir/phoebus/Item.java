package io.weir.phoebus;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A node or an alarm for Phoebus. Callers must not change the arrays.
 *
 * @param isLeaf true for an alarm, false for a node
 * @param config value of its record {@code config:}
 * @param state value of its record {@code state:}
 * @param talk text to read aloud when it becomes louder; empty for none
 */
record Item(boolean isLeaf, PhoebusSeverity severity, byte[] config, byte[] state, String talk) {

    private static final Map<PhoebusSeverity, Item> NODES = Arrays.stream(PhoebusSeverity.values())
            .collect(Collectors.toMap(
                    severity -> severity,
                    severity -> new Item(false, severity, PhoebusJson.node(), PhoebusJson.state(severity), "")));

    /** Returns a node whose worst alarm has this severity. */
    static Item node(PhoebusSeverity worst) {
        return Objects.requireNonNull(NODES.get(worst));
    }

    /** @param zone see {@link PhoebusJson#leaf} */
    static Item of(AlarmEvent alarm, ZoneId zone) {
        LeafState state = LeafState.of(alarm);
        // A returned alarm is shown with its earlier severity, which was read aloud then.
        boolean isRead = alarm.to() == AlarmState.UNACKNOWLEDGED;
        return new Item(
                true,
                state.severity(),
                PhoebusJson.leaf(alarm, zone),
                PhoebusJson.state(state),
                isRead ? alarm.message() : "");
    }
}
