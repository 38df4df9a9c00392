package io.weir.benchmarks;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.graphite.GraphiteMapping;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.LineMapping;
import io.weir.gateway.intake.Mapping;
import io.weir.gateway.intake.Replies;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.mapping.RecordFormat;
import io.weir.gateway.mapping.RecordIntake;
import io.weir.gateway.mapping.RecordMapping;
import io.weir.gateway.opentsdb.TelnetMapping;
import io.weir.gateway.otlp.MetricLines;
import io.weir.gateway.otlp.OtlpFormat;
import io.weir.gateway.otlp.OtlpMapping;
import io.weir.gateway.path.Templates;
import io.weir.gateway.remotewrite.RemoteWriteVersion;
import io.weir.gateway.remotewrite.WriteRequests;
import io.weir.gateway.statsd.SignedGauges;
import io.weir.gateway.statsd.StatsdMapping;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** The protocols of {@link InputsBenchmark} and of the gateway's comparison with peers. */
public enum InputProtocol {
    LINES {
        @Override
        public List<byte[]> messages(int perMessage) {
            return ProtocolMessages.text(
                    perMessage, point -> "cpu_usage,detector=%s,hostname=%s,rolename=flp value=%s 1700000000000000000"
                            .formatted(point.detector(), point.host(), point.value()));
        }

        @Override
        Reader reader(LineIntake lines) {
            return text(new LineMapping(lines, StampUnit.NS));
        }
    },
    GRAPHITE {
        @Override
        public List<byte[]> messages(int perMessage) {
            return ProtocolMessages.text(
                    perMessage, point -> "cpu_usage;detector=%s;hostname=%s;rolename=flp %s 1700000000"
                            .formatted(point.detector(), point.host(), point.value()));
        }

        @Override
        Reader reader(LineIntake lines) {
            return text(new GraphiteMapping(lines, Templates.of(List.of())));
        }
    },
    OPENTSDB {
        @Override
        public List<byte[]> messages(int perMessage) {
            return ProtocolMessages.text(
                    perMessage, point -> "put cpu_usage 1700000000 %s detector=%s hostname=%s rolename=flp"
                            .formatted(point.value(), point.detector(), point.host()));
        }

        @Override
        Reader reader(LineIntake lines) {
            return text(new TelnetMapping(lines, Templates.of(List.of()), NO_REPLIES));
        }
    },
    STATSD {
        @Override
        public List<byte[]> messages(int perMessage) {
            return ProtocolMessages.text(perMessage, point -> "cpu_usage:%s|g|#detector:%s,hostname:%s,rolename:flp"
                    .formatted(point.value(), point.detector(), point.host()));
        }

        @Override
        Reader reader(LineIntake lines) {
            return text(new StatsdMapping(lines, Templates.of(List.of()), SignedGauges.REFUSE));
        }
    },
    JSON {
        @Override
        public List<byte[]> messages(int perMessage) {
            return ProtocolMessages.json(perMessage);
        }

        @Override
        Reader reader(LineIntake lines) {
            RecordMapping mapping = YamlSource.text("mapping", """
                            measurement: cpu_usage
                            tags: {detector: /detector, hostname: /hostname, rolename: /rolename}
                            timestamp: /time
                            """).read(RecordMapping::read);
            RecordIntake json = new RecordIntake(lines, mapping, RecordFormat.JSON);
            return message -> json.message(message, 0, message.length, SOURCE, NOW_NANOS);
        }
    },
    OTLP {
        @Override
        public List<byte[]> messages(int perMessage) {
            return ProtocolMessages.otlp(perMessage);
        }

        @Override
        Reader reader(LineIntake lines) {
            MetricLines metrics = new MetricLines(lines, OtlpMapping.STANDARD);
            return message -> OtlpFormat.PROTOBUF.take(message, 0, message.length, metrics, SOURCE, NOW_NANOS);
        }
    },
    REMOTE_WRITE_1 {
        @Override
        public List<byte[]> messages(int perMessage) {
            return ProtocolMessages.remoteWrite(perMessage, RemoteWriteVersion.V1);
        }

        @Override
        Reader reader(LineIntake lines) {
            return remoteWrite(lines, RemoteWriteVersion.V1);
        }
    },
    REMOTE_WRITE_2 {
        @Override
        public List<byte[]> messages(int perMessage) {
            return ProtocolMessages.remoteWrite(perMessage, RemoteWriteVersion.V2);
        }

        @Override
        Reader reader(LineIntake lines) {
            return remoteWrite(lines, RemoteWriteVersion.V2);
        }
    };

    private static final InetSocketAddress SOURCE = InetSocketAddress.createUnresolved("source", 1);
    private static final long NOW_NANOS = 1_700_000_001_000_000_000L;
    private static final Replies NO_REPLIES = new Replies() {
        @Override
        public void send(byte[] bytes, int from, int to) {}

        @Override
        public void end() {}
    };

    /** Reads one message. */
    @FunctionalInterface
    interface Reader {
        void read(byte[] message) throws IOException;
    }

    /**
     * Returns messages with one metric of each series of {@link ProtocolMessages}. Those of remote
     * write are not compressed.
     *
     * @param perMessage divides the number of series
     */
    public abstract List<byte[]> messages(int perMessage);

    abstract Reader reader(LineIntake lines);

    private static Reader text(Mapping mapping) {
        return message -> mapping.messages(message, 0, message.length, SOURCE, NOW_NANOS);
    }

    private static Reader remoteWrite(LineIntake lines, RemoteWriteVersion version) {
        WriteRequests requests = new WriteRequests(lines);
        return message -> requests.take(message, message.length, version, SOURCE, NOW_NANOS);
    }
}
