package io.weir.gateway.grpc;

import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.weir.gateway.intake.count.ReasonCounts;
import io.weir.gateway.net.Memory;

/**
 * Bounds the memory of arriving messages over all calls, until they are unpacked: {@link UnaryCall}
 * counts them from then on. gRPC itself bounds only the size of each message. A call beyond the bound
 * ends on the way that gRPC has for messages that are too large.
 */
final class CallMemory extends ServerStreamTracer.Factory {
    private final Memory memory;
    private final ReasonCounts rejections;

    CallMemory(Memory memory, ReasonCounts rejections) {
        this.memory = memory;
        this.rejections = rejections;
    }

    @Override
    public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
        return new Tracer();
    }

    /** Belongs to the event loop of its call. */
    private final class Tracer extends ServerStreamTracer {
        private long held;
        private boolean isClosed;

        @Override
        public void inboundWireSize(long bytes) {
            if (isClosed) {
                return;
            }
            if (!memory.reserve(bytes)) {
                rejections.add(RefusedCall.NO_MEMORY.reason(), 1);
                throw new StatusRuntimeException(RefusedCall.NO_MEMORY.status());
            }
            held += bytes;
        }

        /** All bytes so far belong to this message, which is unpacked next. */
        @Override
        public void inboundMessageRead(int number, long wireBytes, long unpackedBytes) {
            memory.free(held);
            held = 0;
        }

        @Override
        public void streamClosed(Status status) {
            if (!isClosed) {
                isClosed = true;
                memory.free(held);
                held = 0;
            }
        }
    }
}
