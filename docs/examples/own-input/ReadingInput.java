import io.weir.contract.config.YamlSection;
import io.weir.contract.line.LineError;
import io.weir.gateway.input.InputPlugin;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.Mapping;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.TextDatagrams;
import io.weir.gateway.intake.Words;
import io.weir.gateway.intake.spelling.FloatText;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.net.UdpReceiver;
import io.weir.gateway.net.UdpSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.UdpSocketKeys;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;

/** The kind of input "readings": datagrams with a sensor's name and its value on each line. */
public final class ReadingInput implements InputPlugin {
    @Override
    public String kind() {
        return "readings";
    }

    @Override
    public InputSettings read(InputName name, YamlSection section) {
        return new Settings(
                name.text(),
                UdpSocketKeys.read(name, section, 4711, "readings"),
                section.text("measurement", "measurement of all lines").or("reading"));
    }

    private record Settings(String name, UdpSettings socket, String measurement) implements InputSettings {
        @Override
        public int threads() {
            return socket.threads();
        }

        @Override
        public Input open(Intakes intakes) {
            byte[] of = measurement.getBytes(StandardCharsets.UTF_8);
            return UdpReceiver.open(socket, intakes, loop -> new TextDatagrams(new Readings(intakes.next(loop), of)));
        }
    }

    /** Turns "cellar 18.5" into "reading,sensor=cellar value=18.5". */
    private record Readings(LineIntake lines, LineSpeller spelled, byte[] measurement) implements Mapping {
        private static final byte[] SENSOR = {'s', 'e', 'n', 's', 'o', 'r'};
        private static final byte[] VALUE = {'v', 'a', 'l', 'u', 'e'};

        Readings(LineIntake lines, byte[] measurement) {
            this(lines, new LineSpeller(64 << 10), measurement);
        }

        @Override
        public void messages(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
            for (int at = from; at < to; at = Words.lineEnd(bytes, at, to) + 1) {
                message(bytes, at, Words.lineEnd(bytes, at, to), source, receivedNanos);
            }
        }

        private void message(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
            int sensor = Words.start(bytes, from, to);
            if (sensor == to) {
                return; // A blank line.
            }
            int sensorEnd = Words.end(bytes, sensor, to);
            int value = Words.start(bytes, sensorEnd, to);
            int valueEnd = Words.end(bytes, value, to);
            if (FloatText.error(bytes, value, valueEnd) != LineError.NONE) {
                lines.refuse("reading-without-number", bytes, from, to, value, source, receivedNanos);
                return;
            }
            spelled.clear();
            spelled.measurement(measurement, 0, measurement.length);
            spelled.tagKey(SENSOR, 0, SENSOR.length);
            if (!spelled.tagValue(bytes, sensor, sensorEnd)) {
                lines.refuse("reading-bad-sensor", bytes, from, to, sensor, source, receivedNanos);
                return;
            }
            spelled.fieldKey(VALUE, 0, VALUE.length);
            FloatText.write(bytes, value, valueEnd, spelled);
            spelled.endLine();
            // Without a timestamp, the line gets the time of receipt.
            lines.lines(spelled.array(), 0, spelled.length(), StampUnit.NS, source, receivedNanos, RefusalListener.NONE);
        }
    }
}
