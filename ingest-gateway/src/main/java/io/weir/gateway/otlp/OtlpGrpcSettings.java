package io.weir.gateway.otlp;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.grpc.GrpcInput;
import io.weir.gateway.grpc.GrpcInputSettings;
import io.weir.gateway.grpc.Reply;
import io.weir.gateway.grpc.UnaryMethod;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.setting.HttpKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import java.io.IOException;

/** An input for metrics of OpenTelemetry over gRPC. */
public record OtlpGrpcSettings(String name, GrpcInputSettings grpc, OtlpMapping mapping) implements InputSettings {
    private static final int PORT = 4317;
    private static final String METHOD = "opentelemetry.proto.collector.metrics.v1.MetricsService/Export";

    public static OtlpGrpcSettings read(InputName name, YamlSection section) {
        return new OtlpGrpcSettings(
                name.text(), HttpKeys.readGrpc(name, section, PORT, "OTLP over gRPC"), OtlpKeys.read(section));
    }

    @Override
    public int threads() {
        return grpc.stream().threads();
    }

    @Override
    public Input open(Intakes intakes) {
        return GrpcInput.open(grpc, intakes, METHOD, this::method);
    }

    private UnaryMethod method(LineIntake lines) {
        MetricLines metrics = new MetricLines(lines, mapping);
        OtlpFormat format = OtlpFormat.PROTOBUF;
        return (message, source, receivedNanos) -> {
            try {
                return Reply.ok(format.answer(format.take(message, 0, message.length, metrics, source, receivedNanos)));
            } catch (IOException e) {
                metrics.refuse(format.broken(), message, 0, message.length, source, receivedNanos);
                return Reply.invalid("the message is not a request: " + OtlpFormat.wrong(e));
            }
        };
    }
}
