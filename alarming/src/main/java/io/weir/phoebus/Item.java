package io.weir.phoebus;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A node or an alarm as Phoebus is to know it. The arrays are not to be changed.
 *
 * @param isLeaf an alarm, not a node
 * @param config the value of its record {@code config:}
 * @param state the value of its record {@code state:}
 * @param talk what is read aloud once it gets louder; empty if nothing is
 */
record Item(boolean isLeaf, PhoebusSeverity severity, byte[] config, byte[] state, String talk) {

    private static final Map<PhoebusSeverity, Item> NODES = Arrays.stream(PhoebusSeverity.values())
            .collect(Collectors.toMap(
                    severity -> severity,
                    severity -> new Item(false, severity, PhoebusJson.node(), PhoebusJson.state(severity), "")));

    /** A node below which this is the worst. */
    static Item node(PhoebusSeverity worst) {
        return Objects.requireNonNull(NODES.get(worst));
    }

    /** @param zone see {@link PhoebusJson#leaf} */
    static Item of(AlarmEvent alarm, ZoneId zone) {
        LeafState state = LeafState.of(alarm);
        // What has returned is shown as it was, and was read aloud then.
        boolean isRead = alarm.to() == AlarmState.UNACKNOWLEDGED;
        return new Item(
                true,
                state.severity(),
                PhoebusJson.leaf(alarm, zone),
                PhoebusJson.state(state),
                isRead ? alarm.message() : "");
    }
}
