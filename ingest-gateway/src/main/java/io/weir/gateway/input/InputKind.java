package io.weir.gateway.input;

import io.weir.contract.config.Nearest;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.aliecs.AliEcsSettings;
import io.weir.gateway.amqp.AmqpInputSettings;
import io.weir.gateway.apmon.ApMonSettings;
import io.weir.gateway.collectd.CollectdSettings;
import io.weir.gateway.exec.ExecSettings;
import io.weir.gateway.flume.FlumeHttpSettings;
import io.weir.gateway.flume.FlumeUdpSettings;
import io.weir.gateway.graphite.GraphitePickleSettings;
import io.weir.gateway.graphite.GraphiteSettings;
import io.weir.gateway.graphite.GraphiteUdpSettings;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.message.HttpMessageSettings;
import io.weir.gateway.message.KafkaMessageSettings;
import io.weir.gateway.message.TcpMessageSettings;
import io.weir.gateway.message.UdpMessageSettings;
import io.weir.gateway.message.UnixMessageSettings;
import io.weir.gateway.mqtt.MqttInputSettings;
import io.weir.gateway.opentsdb.OpenTsdbHttpSettings;
import io.weir.gateway.opentsdb.OpenTsdbSettings;
import io.weir.gateway.otlp.OtlpGrpcSettings;
import io.weir.gateway.otlp.OtlpHttpSettings;
import io.weir.gateway.remotewrite.RemoteWriteSettings;
import io.weir.gateway.scrape.ScrapeSettings;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.setting.LimitKeys;
import io.weir.gateway.snmp.SnmpSettings;
import io.weir.gateway.sparkplug.SparkplugSettings;
import io.weir.gateway.statsd.StatsdSettings;
import io.weir.gateway.statsd.StatsdTcpSettings;
import io.weir.gateway.statsd.StatsdUnixSettings;
import io.weir.gateway.stomp.StompInputSettings;
import io.weir.gateway.tail.TailInputSettings;
import io.weir.gateway.websocket.WebSocketSettings;
import io.weir.gateway.zabbix.ZabbixSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A kind of input. Each kind has a section of its own name in the gateway's settings, with a
 * switch, so that environment variables can set it. Any number of further inputs are items of
 * {@code inputs}, with the same keys.
 *
 * @param isOpen whether the section's input is enabled by default
 */
public record InputKind(String name, boolean isOpen, Reader reader) {
    /** All kinds, in the order of the documentation. */
    public static final List<InputKind> ALL = List.of(
            new InputKind("udp", true, UdpMessageSettings::read),
            new InputKind("tcp", false, TcpMessageSettings::read),
            new InputKind("http", false, HttpMessageSettings::read),
            new InputKind("unix", false, UnixMessageSettings::read),
            new InputKind("collectd", false, CollectdSettings::read),
            new InputKind("apmon", false, ApMonSettings::read),
            new InputKind("flume-udp", false, FlumeUdpSettings::read),
            new InputKind("flume-http", false, FlumeHttpSettings::read),
            new InputKind("graphite", false, GraphiteSettings::read),
            new InputKind("graphite-udp", false, GraphiteUdpSettings::read),
            new InputKind("graphite-pickle", false, GraphitePickleSettings::read),
            new InputKind("opentsdb", false, OpenTsdbSettings::read),
            new InputKind("opentsdb-http", false, OpenTsdbHttpSettings::read),
            new InputKind("statsd", false, StatsdSettings::read),
            new InputKind("statsd-tcp", false, StatsdTcpSettings::read),
            new InputKind("statsd-unix", false, StatsdUnixSettings::read),
            new InputKind("zabbix", false, ZabbixSettings::read),
            new InputKind("otlp-grpc", false, OtlpGrpcSettings::read),
            new InputKind("otlp-http", false, OtlpHttpSettings::read),
            new InputKind("remote-write", false, RemoteWriteSettings::read),
            new InputKind("scrape", false, ScrapeSettings::read),
            new InputKind("snmp", false, SnmpSettings::read),
            new InputKind("websocket", false, WebSocketSettings::read),
            new InputKind("kafka-topics", false, KafkaMessageSettings::read),
            new InputKind("aliecs", false, AliEcsSettings::read),
            new InputKind("amqp", false, AmqpInputSettings::read),
            new InputKind("mqtt", false, MqttInputSettings::read),
            new InputKind("sparkplug", false, SparkplugSettings::read),
            new InputKind("stomp", false, StompInputSettings::read),
            new InputKind("exec", false, ExecSettings::read),
            new InputKind("tail", false, TailInputSettings::read));

    /** Reads an input's own keys. */
    public interface Reader {
        InputSettings read(InputName name, YamlSection section);
    }

    /**
     * All inputs that the settings of a gateway enable.
     *
     * @param limits those of the gateway
     * @param plugins further kinds, for items of {@code inputs}
     */
    public static Inputs read(YamlSection gateway, LimitSettings limits, List<InputKind> plugins) {
        List<InputSettings> inputs = new ArrayList<>();
        Map<String, LimitSettings> ownLimits = new HashMap<>();
        for (InputKind kind : ALL) {
            YamlSection section = gateway.section(kind.name);
            boolean isOpen =
                    section.flag("enabled", "whether this input is enabled").or(kind.isOpen);
            InputSettings settings = kind.reader.read(new InputName(kind.name, true), section);
            LimitKeys.ofInput(section, limits).ifPresent(own -> ownLimits.put(settings.name(), own));
            if (isOpen) {
                inputs.add(settings);
            }
        }
        List<InputSettings> more = gateway.sections(
                "inputs",
                item -> {
                    InputSettings settings = further(item, plugins);
                    LimitKeys.ofInput(item, limits).ifPresent(own -> ownLimits.put(settings.name(), own));
                    return settings;
                },
                "further inputs, each with kind, name and the keys of its kind's section");
        for (InputSettings settings : more) {
            if (ALL.stream().anyMatch(kind -> kind.name.equals(settings.name()))
                    || inputs.stream().anyMatch(other -> other.name().equals(settings.name()))) {
                gateway.refuse(
                        "inputs",
                        "has the name \"" + settings.name() + "\", which another input or a section of the gateway has",
                        "give each input its own name");
            }
            inputs.add(settings);
        }
        if (inputs.isEmpty()) {
            gateway.refuse("", "has no input", "leave udp enabled, or add inputs");
        }
        return new Inputs(inputs, ownLimits);
    }

    private static InputSettings further(YamlSection item, List<InputKind> plugins) {
        List<InputKind> kinds = Stream.concat(ALL.stream(), plugins.stream()).toList();
        InputKind kind = item.value("kind", ALL.get(0), name -> of(name, kinds), "kind of input")
                .required();
        String name = item.value("name", kind.name, InputKind::checked, "name of the input in meters and in the log")
                .required();
        return kind.reader.read(new InputName(name, false), item);
    }

    private static InputKind of(String name, List<InputKind> kinds) {
        return kinds.stream()
                .filter(kind -> kind.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new Refusal(
                        "must be a kind of input, was \"" + name + "\"",
                        Nearest.suggestion(
                                name, kinds.stream().map(InputKind::name).toList())));
    }

    /**
     * Returns the name of an input or of a kind.
     *
     * @throws Refusal if it has other characters than names have
     */
    public static String checked(String name) {
        if (!name.matches("[a-z0-9][a-z0-9-]{0,62}")) {
            throw new Refusal(
                    "must consist of small letters, digits and dashes, at most 63, was \"" + name + "\"",
                    "rename the input");
        }
        return name;
    }
}
