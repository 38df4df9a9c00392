package io.weir.dashboard.api;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** Writes a list of alarms in the format of the topics. */
final class AlarmsJson {
    private AlarmsJson() {}

    static void write(List<AlarmEvent> alarms, ByteArrayOutputStream to) {
        to.write('[');
        for (int i = 0; i < alarms.size(); i++) {
            if (i > 0) {
                to.write(',');
            }
            to.writeBytes(AlarmJson.write(alarms.get(i)));
        }
        to.write(']');
    }
}
