package io.weir.gateway.otlp;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MessagePartsTest {
    /** OTLP has no such field. Its numbers would be read as varints. */
    @ParameterizedTest
    @EnumSource(names = {"TYPE_FIXED32", "TYPE_SFIXED32", "TYPE_FLOAT"})
    void aSchemaWithPackedNumbersOfFourBytesIsRefused(FieldDescriptorProto.Type type) throws Exception {
        FieldDescriptorProto numbers = FieldDescriptorProto.newBuilder()
                .setName("numbers")
                .setNumber(1)
                .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)
                .setType(type)
                .build();
        FileDescriptorProto file = FileDescriptorProto.newBuilder()
                .setSyntax("proto3")
                .addMessageType(DescriptorProto.newBuilder().setName("Later").addField(numbers))
                .build();
        Descriptor later = FileDescriptor.buildFrom(file, new FileDescriptor[0]).findMessageTypeByName("Later");
        assertThatThrownBy(() -> MessageParts.of(later)).hasMessageContaining("Later.numbers");
    }
}
