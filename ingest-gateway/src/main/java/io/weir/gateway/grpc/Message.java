package io.weir.gateway.grpc;

import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of a received message, decompressed, or what is wrong with it. */
sealed interface Message {
    /** Unpacked bytes that the message occupies. */
    default int size() {
        return 0;
    }

    /** A message that was read. */
    @SuppressWarnings("ArrayRecordComponent") // Messages are never compared.
    record Bytes(byte[] bytes) implements Message {
        @Override
        public int size() {
            return bytes.length;
        }
    }

    /** A message that exceeds the limit when it is decompressed. */
    record TooLarge() implements Message {}

    /** A message that cannot be decompressed. */
    record Broken() implements Message {}

    /** Reads a message. gRPC closes calls as internal errors if a marshaller throws. */
    static Message read(InputStream in) {
        try {
            return new Bytes(in.readAllBytes());
        } catch (StatusRuntimeException e) { // Of the stream that enforces the limit.
            return new TooLarge();
        } catch (IOException e) {
            return new Broken();
        }
    }

    /** Reads messages from the wire. */
    MethodDescriptor.Marshaller<Message> MARSHALLER = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(Message message) {
            throw new UnsupportedOperationException("a server does not send requests");
        }

        @Override
        public Message parse(InputStream in) {
            return read(in);
        }
    };

    /** Writes answers. */
    MethodDescriptor.Marshaller<byte[]> ANSWERS = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] answer) {
            return new ByteArrayInputStream(answer);
        }

        @Override
        public byte[] parse(InputStream in) {
            throw new UnsupportedOperationException("a server does not receive answers");
        }
    };
}
