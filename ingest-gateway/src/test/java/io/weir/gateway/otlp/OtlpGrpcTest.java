package io.weir.gateway.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.rpc.RetryInfo;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.opentelemetry.proto.collector.metrics.v1.MetricsServiceGrpc;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.TraceServiceGrpc;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.testing.Identity;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The input for OTLP over gRPC as opened from its settings. */
class OtlpGrpcTest {
    private static final String GOOD_LINE = "m value=1.5 1790000000000000000";

    private final OneInput one = new OneInput("otlp-grpc");
    private final List<ManagedChannel> channels = new ArrayList<>();

    @AfterEach
    void close() {
        channels.forEach(ManagedChannel::shutdownNow);
        one.close();
    }

    @Test
    void pointsArriveAndWrongOnesAreCountedInTheAnswer() throws Exception {
        one.acknowledging();
        try (Input input = open("}")) {
            assertThat(input.listens()).endsWith("/tcp grpc threads=2 tokens=0");
            MetricsServiceGrpc.MetricsServiceBlockingStub client = client(input);
            assertThat(client.export(request(1.5))).isEqualTo(ExportMetricsServiceResponse.getDefaultInstance());
            ExportMetricsServiceResponse part =
                    client.withCompression("gzip").export(request(Double.NaN, 1.5, Double.NaN));
            assertThat(part.getPartialSuccess().getRejectedDataPoints()).isEqualTo(2);
            assertThat(part.getPartialSuccess().getErrorMessage()).isEqualTo("m: not-finite, m: not-finite");
        }
        assertThat(one.lines()).containsExactly(GOOD_LINE, GOOD_LINE);
        assertThat(one.refused()).hasSize(2);
    }

    @Test
    void succeedsOnlyWhenThePointsAreSafe() throws Exception {
        try (Input input = open("}")) {
            Future<ExportMetricsServiceResponse> answer =
                    MetricsServiceGrpc.newFutureStub(channel(input)).export(request(1.5));
            OneInput.await("the point to be queued", () -> one.queue().waitingBytes() > 0);
            assertThat(answer).isNotDone();
            one.acknowledging();
            assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(ExportMetricsServiceResponse.getDefaultInstance());
        }
        assertThat(one.lines()).containsExactly(GOOD_LINE);
    }

    @Test
    void pointsThatAreNotSafeInTimeMustBeSentAgain() throws Exception {
        try (Input input = open(", request-timeout: 200ms}")) {
            assertThat(mustRetry(refused(client(input), request(1.5)))).isEqualTo(Status.Code.UNAVAILABLE);
        }
        assertThat(one.counts().rejectedConnections.snapshot()).isEqualTo(Map.of("not-safe-in-time", 1L));
    }

    @Test
    void aFullQueueAsksForAPause() throws Exception {
        OneInput full = new OneInput("otlp-grpc", 1);
        try (Input input = OtlpHttpTest.open("otlp-grpc: {enabled: true, host: 127.0.0.1, port: 0}", full)) {
            assertThat(mustRetry(refused(client(input), request(1.5)))).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        }
        assertThat(full.lines()).isEmpty();
        assertThat(full.counts().rejectedConnections.snapshot()).isEqualTo(Map.of("no-room", 1L));
    }

    @Test
    void onlySendersWithATokenMayWrite(@TempDir Path folder) throws Exception {
        Path tokens = Files.writeString(folder.resolve("tokens"), "secret\n");
        one.acknowledging();
        try (Input input = open(", tokens-file: \"" + tokens + "\"}")) {
            assertThat(refused(client(input), request(1)).getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
            Metadata headers = new Metadata();
            headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer secret");
            client(input)
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                    .export(request(1.5));
        }
        assertThat(one.lines()).containsExactly(GOOD_LINE);
        assertThat(one.counts().rejectedConnections.snapshot()).isEqualTo(Map.of("unauthorized", 1L));
    }

    @Test
    void messagesBeyondTheLimitAreRefusedAndTheConnectionGoesOn() throws Exception {
        one.acknowledging();
        ExportMetricsServiceRequest large = request(new double[10_000]);
        try (Input input = open(", body-bytes: 100000}")) {
            MetricsServiceGrpc.MetricsServiceBlockingStub client = client(input);
            StatusRuntimeException plain = refused(client, large);
            assertThat(plain.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            assertThat(StatusProto.fromThrowable(plain).getDetailsList()).isEmpty();
            StatusRuntimeException bomb = refused(client.withCompression("gzip"), large);
            assertThat(bomb.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            assertThat(StatusProto.fromThrowable(bomb).getDetailsList()).isEmpty();
            assertThat(bomb.getStatus().getDescription()).contains("at most 100000 bytes");
            client.export(request(1.5));
        }
        assertThat(one.lines()).containsExactly(GOOD_LINE);
    }

    @Test
    void messagesOfAllCallsTogetherAreBounded() throws Exception {
        one.acknowledging();
        try (Input input = open(", bodies-bytes: 1048576}")) {
            MetricsServiceGrpc.MetricsServiceBlockingStub client = client(input);
            StatusRuntimeException refused = refused(client, request(new double[100_000]));
            assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(refused.getStatus().getDescription()).endsWith("nothing was accepted: send it again");
            for (int i = 0; i < 3; i++) {
                client.export(request(new double[30_000]));
            }
        }
        assertThat(one.lines()).hasSize(90_000);
        assertThat(one.counts().rejectedConnections.snapshot()).isEqualTo(Map.of("no-room", 1L));
    }

    /** A client starts calls on a new connection in any order: either call may be the one without room. */
    @Test
    void unpackedMessagesOfUnfinishedCallsAreBounded() throws Exception {
        one.acknowledging();
        byte[] message = new byte[600_000];
        CallOptions gzip = CallOptions.DEFAULT.withCompression("gzip");
        CompletableFuture<StatusRuntimeException> closed = new CompletableFuture<>();
        try (Input input = open(", bodies-bytes: 1048576}")) {
            ManagedChannel channel = channel(input);
            ClientCall<byte[], byte[]> first = begin(channel, gzip, closed);
            ClientCall<byte[], byte[]> second = begin(channel, gzip, closed);
            first.sendMessage(message);
            second.sendMessage(message);
            StatusRuntimeException refused = closed.get(30, TimeUnit.SECONDS);
            assertThat(mustRetry(refused)).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(refused.getStatus().getDescription()).endsWith("nothing was accepted: send it again");
            first.cancel("not needed", null);
            second.cancel("not needed", null);
            MetricsServiceGrpc.newBlockingStub(channel).export(request(new double[30_000]));
        }
        assertThat(one.lines()).hasSize(30_000);
        assertThat(one.counts().rejectedConnections.snapshot()).isEqualTo(Map.of("no-room", 1L));
    }

    @Test
    void aMessageThatIsNoRequestIsRefusedWithTheReason() throws Exception {
        one.acknowledging();
        try (Input input = open("}")) {
            StatusRuntimeException broken = catchThrowableOfType(
                    StatusRuntimeException.class,
                    () -> ClientCalls.blockingUnaryCall(
                            channel(input), bytes(MethodDescriptor.MethodType.UNARY), CallOptions.DEFAULT, new byte[] {7
                            }));
            assertThat(broken.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
            assertThat(broken.getStatus().getDescription()).startsWith("the message is not a request: ");
            StatusRuntimeException traces = catchThrowableOfType(
                    StatusRuntimeException.class, () -> TraceServiceGrpc.newBlockingStub(channel(input))
                            .export(ExportTraceServiceRequest.getDefaultInstance()));
            assertThat(traces.getStatus().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
        }
        assertThat(one.refused()).containsExactly("broken-protobuf: \u0007");
    }

    @Test
    void aCallWithoutMessageEndsInTime() throws Exception {
        CompletableFuture<StatusRuntimeException> closed = new CompletableFuture<>();
        try (Input input = open(", request-timeout: 200ms}")) {
            begin(channel(input), CallOptions.DEFAULT, closed);
            assertThat(closed.get(30, TimeUnit.SECONDS).getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
        }
        assertThat(one.counts().rejectedConnections.snapshot()).isEqualTo(Map.of("too-slow", 1L));
    }

    @Test
    void connectionsBeyondTheLimitAreClosed() throws Exception {
        one.acknowledging();
        try (Input input = open(", connections-per-source: 1}")) {
            MetricsServiceGrpc.MetricsServiceBlockingStub first = client(input);
            first.export(request(1.5));
            assertThat(refused(client(input), request(1.5)).getStatus().getCode())
                    .isEqualTo(Status.Code.UNAVAILABLE);
            first.export(request(1.5));
        }
        assertThat(one.lines()).containsExactly(GOOD_LINE, GOOD_LINE);
        assertThat(one.counts().rejectedConnections.of("too-many-connections-of-source"))
                .isPositive();
    }

    @Test
    void acceptsTls(@TempDir Path folder) throws Exception {
        Identity server = new Identity(folder, "server");
        one.acknowledging();
        try (Input input =
                open(", tls: {certificate: \"" + server.certificate() + "\", key: \"" + server.key() + "\"}}")) {
            ManagedChannel channel = NettyChannelBuilder.forAddress(
                            "127.0.0.1", input.port().orElseThrow())
                    .overrideAuthority("server")
                    .sslContext(GrpcSslContexts.forClient()
                            .trustManager(server.certificate().toFile())
                            .build())
                    .build();
            channels.add(channel);
            MetricsServiceGrpc.newBlockingStub(channel).export(request(1.5));
        }
        assertThat(one.lines()).containsExactly(GOOD_LINE);
    }

    private Input open(String rest) {
        return OtlpHttpTest.open("otlp-grpc: {enabled: true, host: 127.0.0.1, port: 0, threads: 2" + rest, one);
    }

    private MetricsServiceGrpc.MetricsServiceBlockingStub client(Input input) {
        return MetricsServiceGrpc.newBlockingStub(channel(input));
    }

    private ManagedChannel channel(Input input) {
        ManagedChannel channel = NettyChannelBuilder.forAddress(
                        "127.0.0.1", input.port().orElseThrow())
                .usePlaintext()
                .build();
        channels.add(channel);
        return channel;
    }

    /** Starts a call that the sender does not finish. */
    private static ClientCall<byte[], byte[]> begin(
            ManagedChannel channel, CallOptions options, CompletableFuture<StatusRuntimeException> closed) {
        ClientCall<byte[], byte[]> call = channel.newCall(bytes(MethodDescriptor.MethodType.BIDI_STREAMING), options);
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        closed.complete(new StatusRuntimeException(status, trailers));
                    }
                },
                new Metadata());
        return call;
    }

    private static StatusRuntimeException refused(
            MetricsServiceGrpc.MetricsServiceBlockingStub client, ExportMetricsServiceRequest request) {
        return catchThrowableOfType(StatusRuntimeException.class, () -> client.export(request));
    }

    /** The code of a refusal with the delay of a repetition. */
    private static Status.Code mustRetry(StatusRuntimeException refused) throws Exception {
        assertThat(StatusProto.fromThrowable(refused)
                        .getDetails(0)
                        .unpack(RetryInfo.class)
                        .getRetryDelay()
                        .getSeconds())
                .isEqualTo(1);
        return refused.getStatus().getCode();
    }

    private static ExportMetricsServiceRequest request(double... values) throws Exception {
        return ExportMetricsServiceRequest.parseFrom(OtlpHttpTest.request(values));
    }

    private static MethodDescriptor<byte[], byte[]> bytes(MethodDescriptor.MethodType type) {
        MethodDescriptor.Marshaller<byte[]> plain = new MethodDescriptor.Marshaller<>() {
            @Override
            public InputStream stream(byte[] value) {
                return new ByteArrayInputStream(value);
            }

            @Override
            public byte[] parse(InputStream in) {
                return new byte[0];
            }
        };
        return MethodDescriptor.newBuilder(plain, plain)
                .setType(type)
                .setFullMethodName(MetricsServiceGrpc.getExportMethod().getFullMethodName())
                .build();
    }
}
