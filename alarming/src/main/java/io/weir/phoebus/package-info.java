/**
 * The alarms in the format of the alarm server of Phoebus (Control System Studio), so that Phoebus
 * clients show and acknowledge them. In: {@code alarms.state}; records of clients in
 * {@code <config name>Command} and {@code <config name>}. Out: {@code <config name>},
 * {@code <config name>Talk}, {@code alarms.commands}. May import the contract, Kafka's client and
 * Jackson; must not import alarming.
 *
 * <p>The format follows <a
 * href="https://github.com/ControlSystemStudio/phoebus">ControlSystemStudio/phoebus</a>, as read in
 * {@code app/alarm/Readme.md} (00c7887), and below {@code
 * app/alarm/model/src/main/java/org/phoebus/applications/alarm}:
 * {@code model/json/JsonModelWriter.java} (28198b7), {@code model/json/JsonModelReader.java}
 * (063e123), {@code model/json/JsonTags.java} (151fb6a), {@code model/SeverityLevel.java},
 * {@code model/AlarmTreePath.java} (061cb42), {@code client/AlarmClient.java} (023ac3f); below
 * {@code services/alarm-server/src/main/java/org/phoebus/applications/alarm/server}:
 * {@code ServerModel.java} (045aa0f), {@code AlarmLogic.java} (063e123),
 * {@code AlarmServerMain.java} (19b5a87), {@code TopicUtils.java} (50d8a28).
 */
@NullMarked
package io.weir.phoebus;

import org.jspecify.annotations.NullMarked;
